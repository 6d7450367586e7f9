import type { NoteLink } from './parsed-note.ts'

export type LinkTarget = Pick<NoteLink, 'target' | 'heading' | 'block'>

/** Reads `[[…]]` at a place; `end` is the place itself where none begins there. */
export function readWikiLink(
  text: string,
  at: number,
): { readonly link?: LinkTarget & Pick<NoteLink, 'alias'>; readonly end: number } {
  let pipe = -1
  for (let end = at + 2; end < text.length; end += 1) {
    const code = text.charCodeAt(end)
    if (code === 10) break
    if (code === 124 && pipe === -1) pipe = end
    if (code === 93 && text.charCodeAt(end + 1) === 93) {
      const link = parseInner(text, { from: at + 2, pipe, to: end })
      return link ? { link, end: end + 2 } : { end: at }
    }
    // A file's name holds no bracket; what is shown instead may, but no link begins in it.
    if ((code === 91 || code === 93) && (pipe === -1 || text.charCodeAt(end + 1) === 91)) break
  }
  return { end: at }
}

function parseInner(text: string, { from, pipe, to }: { from: number; pipe: number; to: number }) {
  // In a table the bar is written `\|`.
  const targetEnd = pipe === -1 ? to : text.charCodeAt(pipe - 1) === 92 ? pipe - 1 : pipe
  const written = text.slice(from, targetEnd).trim()
  if (written === '' || /^[a-z][a-z0-9+.-]*:\/\//iu.test(written)) return undefined
  const target = splitTarget(written)
  if (target.target === '' && target.heading === undefined && target.block === undefined) return undefined
  const alias = pipe === -1 ? '' : text.slice(pipe + 1, to).trim()
  return alias === '' ? target : { ...target, alias }
}

/** `path#heading`, `path#^block`: the path, and what of it is meant. */
export function splitTarget(written: string): LinkTarget {
  const hash = written.indexOf('#')
  if (hash === -1) return { target: written }
  const target = written.slice(0, hash).trim()
  const part = written.slice(hash + 1).trim()
  if (part === '') return { target }
  return part.startsWith('^') ? { target, block: part.slice(1) } : { target, heading: part }
}
