/** What the assistant remembers of the user: a note like any other, one bullet for each thing. */
export const MEMORY_PATH = 'Varve/memory.md'

/** The memory as the model reads it: without front matter and headings. */
export function memoryText(note: string): string {
  return note
    .replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '')
    .split(/\r?\n/)
    .filter((line) => !/^#{1,6}\s/.test(line))
    .join('\n')
    .trim()
}

/** The note with one more bullet at its end. */
export function withBullet(note: string, thing: string): string {
  const line = `- ${thing.replace(/\s+/g, ' ').trim()}`
  const body = note.trimEnd()
  return body === '' ? `# Memory\n\n${line}\n` : `${body}\n${line}\n`
}
