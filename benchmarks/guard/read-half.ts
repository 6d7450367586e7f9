import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Labelled texts: a folder and what it is called. */
export interface TextSet {
  readonly name: string
  readonly folder: URL
}

/** Rules are tuned on one half and measured on the other, which nobody who writes rules reads. */
export function halfNamed(name: 'test-half' | 'tuning-half'): TextSet {
  return { name, folder: new URL(`./${name}/`, import.meta.url) }
}

/** The lines of all files of a set that begin with a name; undefined where there is none. */
export function readSet({ folder }: TextSet, name: 'areas' | 'pii'): readonly string[] | undefined {
  const files = existsSync(folder)
    ? readdirSync(folder).filter((file) => file.startsWith(name) && file.endsWith('.jsonl'))
    : []
  if (files.length === 0) return undefined
  return files
    .sort()
    .flatMap((file) => readFileSync(new URL(file, folder), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
}
