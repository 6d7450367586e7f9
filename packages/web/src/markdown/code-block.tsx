import './code-block.css'
import { createContext, memo, startTransition, useContext, useEffect, useMemo, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import type { ColouredLine } from './code-languages.ts'
import type { HighlightRequest, HighlightResponse } from './highlight-worker.ts'
import { codeLanguage } from './language-names.ts'
import { t } from '../i18n/t.ts'

/** More lines than anyone reads in an answer stay plain: colours would cost more than they give. */
const MOST_LINES = 2_000
const NO_LINES: readonly ColouredLine[] = []

interface CodeBlockProps {
  readonly code: string
  /** As the fence names it; empty where it names none. */
  readonly language: string
}

/** A block of code: what language it is in, a button that copies it, and its lines, which scroll by themselves. */
export const CodeBlock = memo(function CodeBlock({ code, language: given }: CodeBlockProps) {
  const { name, label } = codeLanguage(given)
  const text = code.endsWith('\n') ? code.slice(0, -1) : code
  const lines = useMemo(() => text.split('\n'), [text])
  const coloured = useColours(name, lines)
  return (
    <figure className="code-block">
      <figcaption>
        <span className="cut">{label}</span>
        <CopyButton text={text} />
      </figcaption>
      {/* The keyboard must reach what scrolls. */}
      <pre tabIndex={0} aria-label={label === '' ? t('Code') : t('Code in {label}', { label })}>
        <code className={given === '' ? undefined : `language-${given}`}>
          {coloured === NO_LINES
            ? text
            : lines.map((line, at) => (
                // By its place: lines come at the end.
                // oxlint-disable-next-line react/no-array-index-key
                <CodeLine key={at} line={line} coloured={coloured[at]} isLast={at === lines.length - 1} />
              ))}
        </code>
      </pre>
    </figure>
  )
})

interface CodeLineProps {
  readonly line: string
  readonly coloured: ColouredLine | undefined
  readonly isLast: boolean
}

/** One that has not changed is not drawn again while others come. */
const CodeLine = memo(function CodeLine({ line, coloured, isLast }: CodeLineProps) {
  // What the colours were made for may have grown since.
  const pieces =
    coloured?.reduce((length, [text]) => length + text.length, 0) === line.length ? coloured : undefined
  return (
    <>
      {pieces
        ? pieces.map(([text, kind], at) =>
            kind === '' ? (
              text
            ) : (
              // oxlint-disable-next-line react/no-array-index-key
              <span key={at} className={`code-${kind}`}>
                {text}
              </span>
            ),
          )
        : line}
      {isLast ? '' : '\n'}
    </>
  )
})

const COPY_WORDS = { ready: t('Copy'), copied: t('Copied'), refused: t('Select and copy') } as const

function CopyButton({ text }: { readonly text: string }) {
  const [state, setState] = useState<keyof typeof COPY_WORDS>('ready')
  useEffect(() => {
    if (state === 'ready') return undefined
    const timer = setTimeout(() => setState('ready'), 1_600)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () => {
    // Outside secure contexts there is no clipboard.
    if (!('clipboard' in navigator)) return setState('refused')
    void navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    )
  }
  return (
    <button type="button" className="code-copy" onClick={copy}>
      <Icon name={state === 'copied' ? 'check' : 'copy'} size={14} />
      {COPY_WORDS[state]}
      <span className="visually-hidden"> {t('the code')}</span>
    </button>
  )
}

/** While an answer is written: the last line of its last block may still grow. */
export const GrowingContext = createContext(false)

/** The lines with their colours, as far as they are there. A worker finds them: no text holds the page up. */
function useColours(language: string, lines: readonly string[]): readonly ColouredLine[] {
  const isGrowing = useContext(GrowingContext)
  const [coloured, setColoured] = useState(NO_LINES)
  const [block] = useState(() => new ColouredBlock())
  useEffect(() => block.listen((next) => startTransition(() => setColoured(next))), [block])
  const whole = isGrowing ? lines.length - 1 : lines.length
  useEffect(() => {
    if (language !== '' && whole > 0 && whole <= MOST_LINES) block.read(language, lines.slice(0, whole))
  }, [block, language, lines, whole])
  return coloured
}

let worker: Worker | undefined
let blocks = 0
const listeners = new Map<number, (response: HighlightResponse) => void>()

/** The worker for the whole page, begun with the first block of code. */
function ask(request: HighlightRequest): void {
  if (!worker) {
    worker = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<HighlightResponse>) =>
      listeners.get(data.block)?.(data),
    )
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  worker.postMessage(request)
}

/** One block of code and what has been read of it: only lines that have come since are sent. */
class ColouredBlock {
  #id = 0
  #language = ''
  #sent: readonly string[] = []
  #coloured: readonly ColouredLine[] = NO_LINES
  #show: (lines: readonly ColouredLine[]) => void = () => {}

  listen(show: (lines: readonly ColouredLine[]) => void): () => void {
    this.#show = show
    return () => {
      listeners.delete(this.#id)
      this.#sent = []
    }
  }

  read(language: string, lines: readonly string[]): void {
    const goesOn =
      language === this.#language &&
      this.#sent.length > 0 &&
      this.#sent.every((line, at) => line === lines[at])
    if (goesOn && lines.length === this.#sent.length) return
    if (!goesOn) this.#begin(language)
    const from = goesOn ? this.#sent.length : 0
    this.#sent = lines
    ask({ block: this.#id, language, from, lines: lines.slice(from) })
  }

  #begin(language: string): void {
    listeners.delete(this.#id)
    blocks += 1
    this.#id = blocks
    this.#language = language
    this.#coloured = NO_LINES
    listeners.set(this.#id, ({ from, lines }) => {
      this.#coloured = [...this.#coloured.slice(0, from), ...lines]
      this.#show(this.#coloured)
    })
  }
}
