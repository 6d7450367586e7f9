import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Artifact, createArtifact } from '@varve/engine'

const FOLDER = fileURLToPath(new URL('../../../../examples/demo-vault/', import.meta.url))

/** Every note of the demo vault, in path order. */
export function demoVault(): Artifact[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => note(path, readFileSync(`${FOLDER}${path}`, 'utf8')))
}

/** A note as the workspace gives it. */
export function note(path: string, content: string): Artifact {
  return createArtifact({ kind: 'note', source: { path }, content })
}
