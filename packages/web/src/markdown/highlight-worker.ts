import { createHighlighterCore, type GrammarState, type HighlighterCore } from '@shikijs/core'
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import { CODE_THEME, type ColouredLine, LANGUAGES, PLAIN } from './code-languages.ts'

/** Lines of a block of code, from one of them on. All lines before it have been read already. */
export interface HighlightRequest {
  readonly block: number
  readonly language: string
  readonly from: number
  readonly lines: readonly string[]
}

export interface HighlightResponse {
  readonly block: number
  readonly from: number
  readonly lines: readonly ColouredLine[]
}

/** Longer lines are data: they stay plain. */
const LONGEST_LINE = 2_000
/** A grammar takes longer the first time; nothing else waits for it. */
const LINE_MILLISECONDS = 3_000

interface BlockState {
  readonly lines: number
  readonly grammar: GrammarState | undefined
}

const states = new Map<number, BlockState>()
/** Blocks that may still grow; an older one is read from its start again. */
const MOST_STATES = 200

let highlighter: Promise<HighlighterCore> | undefined

// One after the other: a block's next lines need the state that its last ones left.
let queue: Promise<void> = Promise.resolve()
addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  queue = queue.then(() => answer(data)).catch((error: unknown) => console.info('Code stays plain.', error))
})

async function answer({ block, language, from, lines }: HighlightRequest): Promise<void> {
  highlighter ??= createHighlighterCore({
    themes: [CODE_THEME],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  const core = await highlighter
  const load = LANGUAGES[language]
  if (!load) return
  if (!core.getLoadedLanguages().includes(language)) {
    const { default: grammars } = await load()
    await core.loadLanguage(...grammars)
  }
  const before = states.get(block)
  if (from > 0 && before?.lines !== from) return
  const tokens = core.codeToTokensBase(lines.join('\n'), {
    lang: language,
    theme: CODE_THEME.name,
    tokenizeMaxLineLength: LONGEST_LINE,
    tokenizeTimeLimit: LINE_MILLISECONDS,
    ...(before?.grammar && from > 0 ? { grammarState: before.grammar } : {}),
  })
  const coloured = tokens.map((line) =>
    joinAlike(line.map(({ content, color = '' }) => [content, color === PLAIN ? '' : color])),
  )
  states.delete(block)
  states.set(block, { lines: from + lines.length, grammar: core.getLastGrammarState(tokens) })
  const [oldest] = states.keys()
  if (states.size > MOST_STATES && oldest !== undefined) states.delete(oldest)
  postMessage({ block, from, lines: coloured } satisfies HighlightResponse)
}

/** Few elements draw faster than many: what looks alike is one. */
function joinAlike(line: readonly (readonly [string, string])[]): ColouredLine {
  const joined: [string, string][] = []
  for (const [text, kind] of line) {
    const last = joined.at(-1)
    if (last && (last[1] === kind || text.trim() === '')) last[0] += text
    else joined.push([text, kind])
  }
  return joined
}
