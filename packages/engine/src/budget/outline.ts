/** A heading and the text up to the next heading of any level; level 0 is what stands before the first. */
export interface Section {
  readonly level: number
  /** The heading's line without its line end; empty at level 0. */
  readonly heading: string
  /** Where the text under the heading begins and ends. */
  readonly from: number
  readonly to: number
}

export interface Outline {
  /** The first sections of each level, in order; a long document has more than are kept. */
  readonly levels: readonly (readonly Section[])[]
  readonly headings: number
  readonly lines: number
}

export interface OutlineOptions {
  /** Whether lines with `#` are headings; in code they are comments. */
  readonly markdown: boolean
  readonly sectionsPerLevel: number
}

const HEADING = /^(#{1,6})[ \t]+\S/
const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** Enough of a line to tell what it is; a line may be the whole text. */
const LINE_HEAD = 100
const FRONT_MATTER_CHARACTERS = 8192

/** The structure of a text in one pass, with memory for what is kept only. */
export function outlineOf(content: string, options: OutlineOptions): Outline {
  const levels: Section[][] = [[], [], [], [], [], [], []]
  let headings = 0
  let lines = 0
  let fence: string | undefined
  let open = { level: 0, heading: '', from: options.markdown ? frontMatterEnd(content) : 0 }
  const close = (to: number): void => {
    const kept = levels[open.level]
    if (kept && kept.length < options.sectionsPerLevel) kept.push({ ...open, to: Math.max(open.from, to) })
  }
  for (let start = 0; start < content.length; lines += 1) {
    const newline = content.indexOf('\n', start)
    const end = newline === -1 ? content.length : newline
    if (options.markdown && start >= open.from && mayMatter(content.charCodeAt(start))) {
      const head = content.slice(start, Math.min(end, start + LINE_HEAD))
      const level = fence === undefined ? (HEADING.exec(head)?.[1]?.length ?? 0) : 0
      fence = nextFence(fence, head, end - start)
      if (level > 0) {
        close(start)
        open = {
          level,
          heading: content.slice(start, end).trimEnd(),
          from: Math.min(end + 1, content.length),
        }
        headings += 1
      }
    }
    start = end + 1
  }
  close(content.length)
  return { levels, headings, lines }
}

/** Only lines that begin with one of # ` ~ or a blank can be headings or fences. */
function mayMatter(unit: number): boolean {
  return unit === 0x23 || unit === 0x60 || unit === 0x7e || unit === 0x20
}

function nextFence(fence: string | undefined, head: string, length: number): string | undefined {
  const mark = FENCE.exec(head)?.[1]
  if (mark === undefined) return fence
  if (fence === undefined) return mark
  const closes = mark.startsWith(fence) && length <= LINE_HEAD && head.trim() === mark
  return closes ? undefined : fence
}

/** Where the text begins after front matter, which says little about what a note holds. */
function frontMatterEnd(content: string): number {
  if (!/^---\r?\n/.test(content)) return 0
  const end = /\n---[ \t]*(?:\r?\n|$)/.exec(content.slice(0, FRONT_MATTER_CHARACTERS))
  return end ? end.index + end[0].length : 0
}
