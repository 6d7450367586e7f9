import type { SplitNote } from '../view-model/files/split-front-matter.ts'

export interface TitledNote extends SplitNote {
  readonly title: string
}

const FIRST_HEADING = /^(?:[ \t]*\r?\n)*#[ \t]+(.*?)[ \t]*#*[ \t]*(?:\r?\n|$)/

/** A note with its title: a field, else its first heading, else the name of its file. It is then said once. */
export function takeTitle(note: SplitNote, fileTitle: string): TitledNote {
  const field = note.fields.find(({ name }) => name.toLowerCase() === 'title')?.values.join(' ')
  const heading = FIRST_HEADING.exec(note.body)
  const words = heading?.[1]?.trim()
  const title = field?.trim() || plain(words) || fileTitle
  const fields = note.fields.filter(({ name }) => name.toLowerCase() !== 'title')
  if (!heading || words === undefined || plain(words) !== title) return { ...note, fields, title }
  const lines = heading[0].split('\n').length - 1
  const body = note.body.slice(heading[0].length)
  return { title, fields, body, linesBefore: note.linesBefore + lines }
}

/** A heading with marks in it is no plain title and stays where it is. */
function plain(words: string | undefined): string | undefined {
  return words === undefined || /[[\]*_`<]/.test(words) ? undefined : words
}
