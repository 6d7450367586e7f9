/** Smaller pieces would cost more to keep apart than to read again. */
const LEAST = 1_500

interface Fence {
  readonly mark: string
  /** Of the spaces before it: with any, it stands in a list or on its own, which the line alone does not tell. */
  readonly indent: number
}

const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/
const FENCE_END = /^( *)(`{3,}|~{3,})[ \t]*$/
/** HTML ends by rules of its own, and what looks like a fence in it is none. */
const HTML = /^ {0,3}</
/** Of a link or a footnote: it changes how blocks before it read. Its name may go on in a line that follows. */
const DEFINITION = /^[ \t>*+\-\d.)]*\[(?:[^[\]\\]|\\.)*(?:\]:|\\?\n)/
/** What may belong to a block that is open: a line of a list, or one that is set in. */
const GOES_ON = /^(?:[ \t]|[-*+](?:[ \t]|$)|\d{1,9}(?:[.)]|$))/

/**
 * Parts Markdown where a block ends for certain, into pieces that read alone as they read together. While a text
 * grows, all pieces but the last stay the same: what has been read of a long answer is not read again with each word.
 */
export function splitBlocks(text: string, least = LEAST): readonly string[] {
  if (/\r(?!\n)/.test(text)) return [text]
  const pieces: string[] = []
  let from = 0
  let fence: Fence | undefined
  let isAfterBlank = false
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end === -1 ? text.length : end).replace(/\r$/, '')
    if (fence) {
      const within = goOn(fence, line)
      if (within === 'unclear') break
      if (within === 'closed') fence = undefined
    } else {
      if (HTML.test(line)) break
      if (DEFINITION.test(end === -1 ? line : `${line}\n`)) return [text]
      if (isAfterBlank && at - from >= least && line !== '' && !GOES_ON.test(line)) {
        pieces.push(text.slice(from, at))
        from = at
      }
      fence = fenceOf(line)
    }
    isAfterBlank = isBlank(line)
    at = end === -1 ? text.length : end + 1
  }
  return [...pieces, text.slice(from)]
}

function fenceOf(line: string): Fence | undefined {
  const [, indent = '', mark] = FENCE.exec(line) ?? []
  return mark === undefined ? undefined : { mark, indent: indent.length }
}

/** What a line does to a fence. One that is set in ends with its list, if it stands in one: then nothing is certain. */
function goOn({ mark, indent }: Fence, line: string): 'open' | 'closed' | 'unclear' {
  const spaces = /^ */.exec(line)?.[0].length ?? 0
  if (indent > 0 && spaces < indent && !isBlank(line)) return 'unclear'
  const [, before = '', end = ''] = FENCE_END.exec(line) ?? []
  if (end[0] !== mark[0] || end.length < mark.length) return 'open'
  if (before.length <= 3) return 'closed'
  return indent > 0 ? 'unclear' : 'open'
}

function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line)
}
