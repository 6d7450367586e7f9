import { foldTag, type NoteLink, type ParsedNote } from '@varve/workspace/preparing'
import { linkName } from '../database/names.ts'
import type { PreparedFile, PreparedLink } from './prepared-file.ts'

/** The links of a note that may lead to a file, in order. */
export function prepareLinks({ links }: Pick<ParsedNote, 'links'>): readonly PreparedLink[] {
  return links.filter((link) => !leadsOut(link.target)).map(prepareLink)
}

/** Each tag once, by what it is looked up by. */
export function foldTags(tags: readonly string[]): PreparedFile['tags'] {
  return [...new Map(tags.map((tag) => [foldTag(tag), tag]))]
}

/** What leads out of the workspace can lead to no file. */
function leadsOut(target: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(target) || /^mailto:/i.test(target)
}

function prepareLink({ line, form, target }: NoteLink): PreparedLink {
  return [line, linkName(target), form, target]
}
