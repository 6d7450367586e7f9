import type { ImportLog } from './import-report.ts'
import { fieldOf, listOf, recordOf, textOf, type Untrusted } from './untrusted.ts'

/** Where an answer cites something: `【3:0†source】`, words between two private characters, or an older name of a place. */
const MARK =
  /【[^【】\n]{1,200}】|\ue200[^\ue200\ue201]*\ue201|:{0,2}contentReference\[oaicite:\d+\]\{index=\d+\}/g
/** Brackets of this kind are also used in plain Japanese and Chinese; a citation has a dagger. */
const isMark = (text: string): boolean => !text.startsWith('【') || /†|oaicite/.test(text)

/**
 * An answer with links in place of the marks of its citations, and at its end the links that no mark stands for. A
 * mark whose source is not known is counted.
 */
export function withCitations(text: string, metadata: Untrusted | undefined, log: ImportLog): string {
  const cited = [...citedAt(text, metadata), ...citedAs(metadata)]
  const sources = new Map(cited)
  const used = new Set<string>()
  const linked = text.replace(MARK, (mark) => {
    if (!isMark(mark)) return mark
    const source = sources.get(mark)
    if (source !== undefined) used.add(source)
    const words = wordsIn(mark)
    if (source === undefined && words === undefined) log.lose('citations whose source is not in the export')
    return source ?? words ?? ''
  })
  const others = new Set(cited.flatMap(([, link]) => (used.has(link) ? [] : [link])))
  return others.size === 0 ? linked : `${linked} ${[...others].join(' ')}`
}

/** What some marks stand for is a word of the answer: the name of something, or of a page. */
function wordsIn(mark: string): string | undefined {
  const [kind, words = ''] = mark.slice(1, -1).split('\ue202')
  if (kind === 'url') return words
  return kind === 'entity' ? /^\["[^"]*","([^"]*)"/.exec(words)?.[1] : undefined
}

/** The newer form: each reference says which words of the answer it stands for. */
function citedAs(metadata: Untrusted | undefined): readonly (readonly [mark: string, link: string])[] {
  return listOf(fieldOf(metadata, 'content_references')).flatMap((value) => {
    const reference = recordOf(value)
    const mark = textOf(reference, 'matched_text')
    const items = [...listOf(fieldOf(reference, 'items')), value].map(recordOf)
    const links = [...new Set(items.flatMap((item) => linkTo(item) ?? []))]
    const isWord = textOf(reference, 'type') === 'entity'
    return mark === undefined || isWord || links.length === 0 ? [] : [[mark, links.join(' ')] as const]
  })
}

/** The older form: places in the answer, counted in characters as Python counts them. */
function citedAt(
  text: string,
  metadata: Untrusted | undefined,
): readonly (readonly [mark: string, link: string])[] {
  const points = Array.from(text)
  return listOf(fieldOf(metadata, 'citations')).flatMap((value) => {
    const citation = recordOf(value)
    const [from, to] = [fieldOf(citation, 'start_ix'), fieldOf(citation, 'end_ix')]
    const link = linkTo(recordOf(fieldOf(citation, 'metadata')))
    if (typeof from !== 'number' || typeof to !== 'number' || link === undefined) return []
    return [[points.slice(from, to).join(''), link] as const]
  })
}

/** A web page as a link, a file by its name. */
export function linkTo(source: Untrusted | undefined): string | undefined {
  const url = textOf(source, 'url')
  const title = (textOf(source, 'title') ?? textOf(source, 'name') ?? '').replace(/\s+/g, ' ').trim()
  if (url !== undefined && /^https?:\/\/[^\s<>]+$/i.test(url))
    return `([${(title || hostOf(url)).replace(/[[\]\\]/g, '\\$&')}](<${url}>))`
  return title === '' ? undefined : `(${title})`
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}
