import './markdown.css'
import { type ComponentProps, lazy, Suspense, useEffect } from 'react'
import type { Markdown as AnswerMarkdown } from './markdown.tsx'
import type { NoteMarkdown as Note } from './note-markdown.tsx'

const loadAnswers = () => import('./markdown.tsx')
const loadNotes = () => import('./note-markdown.tsx')

/** Loads what draws answers before one is there; the first paint does not wait for it. */
export async function preloadMarkdown(): Promise<void> {
  await Promise.all([loadAnswers(), loadNotes()])
}

const LazyAnswer = lazy(async () => ({ default: (await loadAnswers()).Markdown }))
const LazyNote = lazy(async () => ({ default: (await loadNotes()).NoteMarkdown }))

/** An answer; until what draws it has been loaded, as it is written. */
export function Markdown(props: ComponentProps<typeof AnswerMarkdown>) {
  return (
    <Suspense fallback={<p className="markdown-plain">{props.text}</p>}>
      <LazyAnswer {...props} />
    </Suspense>
  )
}

interface NoteMarkdownProps extends ComponentProps<typeof Note> {
  /** Called when the note is drawn: from then on its lines can be found. */
  readonly onDrawn?: () => void
}

/** A note; until what draws it has been loaded, as it is written. */
export function NoteMarkdown({ onDrawn, ...props }: NoteMarkdownProps) {
  return (
    <Suspense fallback={<p className="markdown-plain">{props.text}</p>}>
      <LazyNote {...props} />
      {onDrawn ? <Drawn onDrawn={onDrawn} /> : null}
    </Suspense>
  )
}

function Drawn({ onDrawn }: { readonly onDrawn: () => void }) {
  // Not before the frame: the callback looks for the note in an element that exists only then.
  useEffect(onDrawn, [onDrawn])
  return null
}
