import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Rules are tuned on one half and measured on the other, which nobody who writes rules reads. */
export type Half = 'test-half' | 'tuning-half'

/** The lines of all files of a half that begin with a name; undefined where there is none. */
export function readHalf(half: Half, name: 'areas' | 'pii'): readonly string[] | undefined {
  const folder = new URL(`./${half}/`, import.meta.url)
  const files = existsSync(folder)
    ? readdirSync(folder).filter((file) => file.startsWith(name) && file.endsWith('.jsonl'))
    : []
  if (files.length === 0) return undefined
  return files
    .sort()
    .flatMap((file) => readFileSync(new URL(file, folder), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
}
