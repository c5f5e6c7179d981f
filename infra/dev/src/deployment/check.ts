import { composeFaults } from './compose-check.ts';
import { areas, type Component, components, imageFaults, imageOf, remoteImageFaults, unlistedImports, witnessImage } from './images.ts';
import { clusterFaults, clusterFolder, manifestsOf, schemaFaults } from './k8s.ts';
import { realmFaults } from './realm-check.ts';
import { closureOf, workspaces } from './workspaces.ts';

/** Everything that can be said about images, Compose file, cluster manifests and realm without running them. Needs the built services. */
export async function deploymentFaults(root: string): Promise<string[]> {
  const images = (Object.entries(components) as [Component, string][]).flatMap(([name, workspace]) => imageFaults(root, workspace, imageOf(root, name)));
  images.push(...imageFaults(root, '@portal/witness', witnessImage(root)));
  const needed = new Set([...Object.values(components), '@portal/witness'].flatMap((workspace) => closureOf(root, workspace)));
  const imports = [...workspaces(root)].filter(([, { dir }]) => needed.has(dir)).flatMap(([name]) => unlistedImports(root, name));
  return [
    ...images,
    ...areas(root).flatMap((area) => remoteImageFaults(root, area)),
    ...imports,
    ...composeFaults(root),
    ...realmFaults(root),
    ...clusterFaults(root),
    ...(await schemaFaults(manifestsOf(root, clusterFolder).filter(({ file }) => file.includes('/base/')))),
  ];
}
