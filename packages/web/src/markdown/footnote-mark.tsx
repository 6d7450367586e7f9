import type { ComponentProps, MouseEvent } from 'react'
import './footnote-mark.css'

interface Marked {
  readonly 'data-footnote'?: string
  readonly 'data-leads-to'?: string
}

/** The number of a footnote in the text, or the way back from below. */
export function FootnoteMark({ children, ...marked }: ComponentProps<'button'> & Marked) {
  const [name, to = ''] = [marked['data-footnote'], marked['data-leads-to']]
  return (
    <button
      type="button"
      className="footnote-mark"
      data-footnote={name}
      aria-label={name === undefined ? 'Back to the text' : undefined}
      title={name === undefined ? 'Back to the text' : 'Footnote'}
      onClick={(event) => goTo(event, to)}
    >
      {children}
    </button>
  )
}

function goTo({ currentTarget }: MouseEvent<HTMLElement>, to: string): void {
  const all = currentTarget.closest('.markdown')?.querySelectorAll<HTMLElement>('[data-footnote]') ?? []
  const target = [...all].find(({ dataset }) => dataset['footnote'] === to)
  target?.scrollIntoView({ block: 'center' })
  const mark = target?.matches('button') ? target : target?.querySelector<HTMLElement>('.footnote-mark')
  mark?.focus({ preventScroll: true })
}
