import './formula.css'
import type Katex from 'katex'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../i18n/t.ts'

/** What a formula may cost: it is text of a model or a note, and never more than that. */
const OPTIONS = {
  throwOnError: true,
  strict: 'ignore',
  trust: false,
  maxExpand: 500,
  maxSize: 20,
  output: 'htmlAndMathml',
} as const
const LONGEST = 5_000

let loaded: typeof Katex | undefined

/** A formula, drawn once the library for it is there; until then, and where it can't be read, as it is written. */
export function Formula({ formula, isDisplay }: { readonly formula: string; readonly isDisplay: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  const [katex, setKatex] = useState<typeof Katex | undefined>(() => loaded)
  useEffect(() => {
    if (katex) return undefined
    let isHere = true
    void loadKatex().then((library) => isHere && setKatex(() => library))
    return () => {
      isHere = false
    }
  }, [katex])
  useLayoutEffect(() => {
    if (katex && place.current) draw(katex, place.current, { formula, isDisplay })
  }, [katex, formula, isDisplay])
  return (
    // Drawn by the library, not by React: its key changes with what it holds.
    <span
      key={formula}
      ref={place}
      className={isDisplay ? 'formula display' : 'formula'}
      {...(isDisplay ? { role: 'group', 'aria-label': t('Formula'), tabIndex: 0 } : {})}
      data-source={formula}
      suppressHydrationWarning
    >
      {katex ? null : <code>{formula}</code>}
    </span>
  )
}

async function loadKatex(): Promise<typeof Katex> {
  const [{ default: katex }] = await Promise.all([import('katex'), import('katex/dist/katex.min.css')])
  loaded = katex
  return katex
}

function draw(
  katex: typeof Katex,
  place: HTMLElement,
  { formula, isDisplay }: { readonly formula: string; readonly isDisplay: boolean },
): void {
  const drawing = document.createElement('span')
  try {
    if (formula.length > LONGEST) throw new RangeError('The formula is too long to be drawn.')
    katex.render(formula, drawing, { ...OPTIONS, displayMode: isDisplay })
  } catch (error) {
    const code = document.createElement('code')
    code.textContent = formula
    code.title = error instanceof Error ? error.message : ''
    drawing.replaceChildren(code)
  }
  place.replaceChildren(...drawing.childNodes)
}
