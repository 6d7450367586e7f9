/** A piece of a line of text: words, a `[[link]]`, or a `#tag`. */
export type NotePiece =
  | { readonly kind: 'text'; readonly text: string }
  | NoteLinkPiece
  | { readonly kind: 'tag'; readonly tag: string; readonly text: string }

export interface NoteLinkPiece {
  readonly kind: 'link'
  readonly target: string
  readonly heading?: string
  /** What is shown: the alias, else the link as it was written. */
  readonly label: string
  readonly embed: boolean
  readonly text: string
}

const LINK = String.raw`!?\[\[(?:[^[\]\n|\\]|\\(?!\|))+(?:\\?\|[^[\]\n]*)?\]\]`
const TAG = String.raw`(?<![^\s([{,;])#[\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*`
const BOTH = new RegExp(`${LINK}|${TAG}`, 'gu')
const LINKS = new RegExp(LINK, 'gu')

/** The text in pieces that together are the text again. Tags are looked for only where they mean something. */
export function splitNoteLinks(text: string, options: { readonly tags: boolean }): readonly NotePiece[] {
  if (!text.includes('[[') && !(options.tags && text.includes('#'))) return [{ kind: 'text', text }]
  const pieces: NotePiece[] = []
  let from = 0
  for (const match of text.matchAll(options.tags ? BOTH : LINKS)) {
    const piece = match[0].startsWith('#') ? tagPiece(match[0]) : linkPiece(match[0])
    if (!piece) continue
    if (match.index > from) pieces.push({ kind: 'text', text: text.slice(from, match.index) })
    pieces.push(piece)
    from = match.index + match[0].length
  }
  if (from < text.length || pieces.length === 0) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}

function tagPiece(text: string): NotePiece {
  return { kind: 'tag', tag: text.slice(1), text }
}

function linkPiece(text: string): NoteLinkPiece | undefined {
  const embed = text.startsWith('!')
  const inside = text.slice(embed ? 3 : 2, -2)
  const bar = inside.search(/\\?\|/)
  const place = (bar < 0 ? inside : inside.slice(0, bar)).trim()
  const alias =
    bar < 0
      ? ''
      : inside
          .slice(bar)
          .replace(/^\\?\|/, '')
          .trim()
  const hash = place.indexOf('#')
  const target = (hash < 0 ? place : place.slice(0, hash)).trim()
  const heading = hash < 0 ? '' : place.slice(hash + 1).trim()
  if (target === '' && heading === '') return undefined
  const label = alias || [target, ...heading.split('#')].filter(Boolean).join(' › ')
  return { kind: 'link', target, ...(heading === '' ? {} : { heading }), label, embed, text }
}
