import { findProgram } from '@portal/load/processes/servers';

/** The programs that the test needs, and the Debian package of each. */
const needed: Record<string, string> = {
  dockerd: 'docker.io',
  docker: 'docker.io',
  iptables: 'iptables',
  buildah: 'buildah',
  debootstrap: 'debootstrap',
  ip: 'iproute2',
  unshare: 'util-linux',
  npm: 'npm',
  openssl: 'openssl',
  testssl: 'testssl.sh',
  wapiti: 'wapiti',
  sqlmap: 'sqlmap',
  lynis: 'lynis',
};

/** Returns what is missing on this machine and how to install it; undefined if nothing is missing. */
export function describeMissingPrograms(find: (name: string) => string | undefined = findProgram, isRoot = process.getuid?.() === 0): string | undefined {
  const missing = Object.keys(needed).filter((name) => !find(name));
  const packages = [...new Set(missing.map((name) => needed[name]))];
  const lines = [
    ...(missing.length ? [`Missing: ${missing.join(', ')}. On Debian: apt-get install ${packages.join(' ')}`] : []),
    ...(isRoot ? [] : ['Only root can make networks and start the daemon of Docker.']),
  ];
  return lines.join('\n') || undefined;
}
