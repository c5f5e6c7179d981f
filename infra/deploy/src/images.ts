import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Component } from '@portal/dev/deployment/components';
import { stageOf } from '@portal/dev/deployment/image';
import { command } from './command.ts';
import { makeBase } from './debian.ts';

const base = 'docker.io/library/node:22-slim';

/**
 * The server images that compose.yaml and infra/k8s/base/clamd.yaml name, with the stage of stand-ins/Dockerfile that replaces each of them where no registry
 * can be reached.
 */
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
  'docker.io/rsyslog/rsyslog-collector:2026-04': 'rsyslog',
};

const exporters = ['blackbox', 'node', 'redis', 'mysqld'].map((name) => `prometheus-${name}-exporter`);

/** Debian packages whose programs run on the base image without being installed. */
export const unpacked = ['docker-compose', 'caddy', 'prometheus', 'promtool', ...exporters];

export type BaseOrigin = 'a registry' | "Debian's packages";
/** The label of a base image that was made of Debian packages. */
const madeHere = 'portal.made-of-packages';

/** The images on a machine. Buildah stores them in a folder. */
export class Images {
  private readonly store: string[];

  /** @param folder for images and for what they are made of */
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

  /** Creates the base image of all others, unless it already exists: from a registry, or from Debian packages. @returns the origin of the image */
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
    // Only the Docker format has health checks. The build also trusts the certificate authority that this machine trusts.
    const authority = process.env.NODE_EXTRA_CA_CERTS || '/dev/null';
    const how = ['--pull-never', '--format', 'docker', '--isolation', 'chroot', '--layers', '--network', 'host', '--secret', `id=authority,src=${authority}`];
    return this.buildah('bud', '--quiet', ...how, '--file', dockerfile, '--target', target, ...given, '--tag', image, context);
  }

  /** Builds the image of a component from the sources in `source`, with the stage and the build arguments of compose.yaml. */
  async component(component: Component, source: string, version: string): Promise<void> {
    const args = { FOLDER: component.folder, MAIN: component.main };
    await this.build(join(source, 'infra/images/Dockerfile'), source, stageOf(component), `docker.io/${component.image}:${version}`, args);
  }

  /** Builds the stand-ins for the servers of compose.yaml. @param tools a folder with the programs of `unpacked` @param root the project, built */
  async standIns(root: string, tools: string): Promise<void> {
    const here = join(root, 'infra/deploy');
    const context = join(this.folder, 'stand-ins');
    rmSync(context, { recursive: true, force: true });
    cpSync(join(here, 'stand-ins'), context, { recursive: true });
    cpSync(join(tools, 'usr/bin/caddy'), join(context, 'bin/caddy'));
    for (const name of ['prometheus', 'promtool', ...exporters]) cpSync(join(tools, 'usr/bin', name), join(context, 'monitoring', name));
    cpSync(join(here, 'dist/src/stand-ins'), join(context, 'programs'), { recursive: true });
    for (const part of ['package.json', 'dist']) cpSync(join(root, 'infra/identity', part), join(context, 'identity', part), { recursive: true });
    const versionOf = (name: string): string =>
      (JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version;
    const args = { OIDC_PROVIDER: versionOf('oidc-provider'), S3RVER: versionOf('s3rver') };
    for (const [image, target] of Object.entries(standIns)) await this.build(join(context, 'Dockerfile'), context, target, image, args);
  }

  /** Loads an image into Docker. */
  async load(image: string, docker: (...args: string[]) => Promise<string>): Promise<void> {
    const file = join(this.folder, 'image.tar');
    rmSync(file, { force: true });
    await this.buildah('push', '--quiet', image, `docker-archive:${file}:${image.replace(/^docker\.io\/(library\/)?/, '')}`);
    await docker('load', '--quiet', '--input', file);
    rmSync(file);
  }
}

export { base as baseImage };
