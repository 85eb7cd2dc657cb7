// Makes dist/: the extension in one file, and the licenses of the packages that are in it.
import { build } from 'esbuild';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

await rm('dist', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.js',
  bundle: true,
  minify: true,
  sourcemap: false,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['vscode'],
  metafile: true,
});

const folders = new Set();
for (const file of Object.keys(metafile.inputs)) {
  const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file);
  if (folder) folders.add(folder[1]);
}
const notices = await Promise.all([...folders].sort().map(notice));
await writeFile('dist/third-party-licenses.txt', notices.join(`\n${'-'.repeat(80)}\n\n`));

async function notice(folder) {
  const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  if (!file) throw new Error(`${name} comes without a license`);
  return `${name} ${version}\n\n${await readFile(join(folder, file), 'utf8')}`;
}
