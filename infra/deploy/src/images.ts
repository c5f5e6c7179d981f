import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Component } from '@portal/dev/deployment/components';
import { stageOf } from '@portal/dev/deployment/image';
import { command } from './command.ts';
import { makeBase } from './debian.ts';

const base = 'docker.io/library/node:22-slim';

/** The servers of compose.yaml and the TLS proxy of infra/k8s/base/clamd.yaml, and the stages of stand-ins/Dockerfile that stand in for them where no registry is reached. */
export const standIns: Record<string, string> = {
  'docker.io/library/caddy:2.10-alpine': 'caddy',
  'docker.io/library/mariadb:10.11': 'mariadb',
  'docker.io/valkey/valkey:8-alpine': 'valkey',
  'docker.io/chrislusf/seaweedfs:3.97': 'seaweedfs',
  'docker.io/clamav/clamav:1.4': 'clamav',
  'docker.io/nginxinc/nginx-unprivileged:1.28-alpine': 'nginx',
  'quay.io/keycloak/keycloak:26.4': 'keycloak',
  'docker.io/prom/prometheus:v3.5.0': 'prometheus',
  'docker.io/prom/blackbox-exporter:v0.27.0': 'blackbox-exporter',
  'docker.io/prom/node-exporter:v1.9.1': 'node-exporter',
  'docker.io/prom/mysqld-exporter:v0.17.2': 'mysqld-exporter',
  'docker.io/oliver006/redis_exporter:v1.74.0': 'redis-exporter',
};

const exporters = ['blackbox', 'node', 'redis', 'mysqld'].map((name) => `prometheus-${name}-exporter`);

/** Packages of Debian whose programs run on the base image as they are. */
export const unpacked = ['docker-compose', 'caddy', 'prometheus', ...exporters];

export type BaseOrigin = 'a registry' | "Debian's packages";
/** Label of a base image that was made of Debian's packages. */
const madeHere = 'portal.made-of-packages';

/** The images of a machine, kept by Buildah in a folder. */
export class Images {
  private readonly store: string[];

  /** @param folder for images and what they are made of */
  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
    this.store = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  }

  private buildah(...args: string[]): Promise<string> {
    return command('buildah', [...this.store, ...args]);
  }

  async has(image: string): Promise<boolean> {
    return this.buildah('inspect', '--type', 'image', image).then(
      () => true,
      () => false,
    );
  }

  /** Makes the image on which all others stand, unless it is kept: from a registry, or of Debian's packages. @returns where it comes from */
  async base(): Promise<BaseOrigin> {
    if (await this.has(base)) {
      const labels = await this.buildah('inspect', '--type', 'image', '--format', '{{.OCIv1.Config.Labels}}', base);
      return labels.includes(madeHere) ? "Debian's packages" : 'a registry';
    }
    const pulled = await command('buildah', [...this.store, 'pull', '--quiet', base], { seconds: 60 }).then(
      () => true,
      () => false,
    );
    if (pulled) return 'a registry';
    const folder = join(this.folder, 'base');
    if (!existsSync(join(folder, 'usr/local/bin/npx'))) {
      rmSync(folder, { recursive: true, force: true });
      await makeBase(folder);
    }
    const container = (await this.buildah('from', 'scratch')).trim();
    await this.buildah('add', '--quiet', container, folder, '/');
    await this.buildah('config', '--cmd', 'node', '--label', `${madeHere}=true`, container);
    await this.buildah('commit', '--quiet', '--rm', container, base);
    rmSync(folder, { recursive: true });
    return "Debian's packages";
  }

  private build(dockerfile: string, context: string, target: string, image: string, args: Record<string, string>): Promise<string> {
    const given = Object.entries(args).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
    // The format of Docker has health checks. An authority that this machine trusts, the build trusts too.
    const authority = process.env.NODE_EXTRA_CA_CERTS || '/dev/null';
    const how = ['--pull-never', '--format', 'docker', '--isolation', 'chroot', '--layers', '--network', 'host', '--secret', `id=authority,src=${authority}`];
    return this.buildah('bud', '--quiet', ...how, '--file', dockerfile, '--target', target, ...given, '--tag', image, context);
  }

  /** Builds the image of a component from the sources in `source`, as compose.yaml says. */
  async component(component: Component, source: string, version: string): Promise<void> {
    const args = { FOLDER: component.folder, MAIN: component.main };
    await this.build(join(source, 'infra/images/Dockerfile'), source, stageOf(component), `docker.io/${component.image}:${version}`, args);
  }

  /** Builds the servers that stand in for those of compose.yaml. @param tools a folder with the programs of `unpacked` @param root the project, built */
  async standIns(root: string, tools: string): Promise<void> {
    const here = join(root, 'infra/deploy');
    const context = join(this.folder, 'stand-ins');
    rmSync(context, { recursive: true, force: true });
    cpSync(join(here, 'stand-ins'), context, { recursive: true });
    cpSync(join(tools, 'usr/bin/caddy'), join(context, 'bin/caddy'));
    for (const name of ['prometheus', ...exporters]) cpSync(join(tools, 'usr/bin', name), join(context, 'monitoring', name));
    cpSync(join(here, 'dist/src/stand-ins'), join(context, 'programs'), { recursive: true });
    for (const part of ['package.json', 'dist']) cpSync(join(root, 'infra/identity', part), join(context, 'identity', part), { recursive: true });
    const versionOf = (name: string): string =>
      (JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version;
    const args = { OIDC_PROVIDER: versionOf('oidc-provider'), S3RVER: versionOf('s3rver') };
    for (const [image, target] of Object.entries(standIns)) await this.build(join(context, 'Dockerfile'), context, target, image, args);
  }

  /** Gives an image to Docker. */
  async load(image: string, docker: (...args: string[]) => Promise<string>): Promise<void> {
    const file = join(this.folder, 'image.tar');
    rmSync(file, { force: true });
    await this.buildah('push', '--quiet', image, `docker-archive:${file}:${image.replace(/^docker\.io\/(library\/)?/, '')}`);
    await docker('load', '--quiet', '--input', file);
    rmSync(file);
  }
}

export { base as baseImage };
