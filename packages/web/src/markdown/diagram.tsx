import './diagram.css'
import { useEffect, useState } from 'react'
import { CodeBlock } from './code-block.tsx'
import { drawDiagram } from './draw-diagram.ts'
import { t } from '../i18n/t.ts'

type Drawn = { readonly picture: string } | { readonly problem: string }

/** A diagram as a picture, drawn in a frame that can reach neither the page nor the network; its source is one click away. */
export function Diagram({ source }: { readonly source: string }) {
  const isDark = useDark()
  const [drawn, setDrawn] = useState<Drawn>()
  const [showsSource, setShowsSource] = useState(false)
  useEffect(() => {
    let isHere = true
    drawDiagram(source, isDark).then(
      (picture) => isHere && setDrawn({ picture }),
      (error: unknown) =>
        isHere && setDrawn({ problem: error instanceof Error ? error.message : String(error) }),
    )
    return () => {
      isHere = false
    }
  }, [source, isDark])
  if (!drawn)
    return (
      <div data-drawing="">
        <CodeBlock code={source} language="mermaid" />
      </div>
    )
  if ('problem' in drawn)
    return (
      <>
        <CodeBlock code={source} language="mermaid" />
        <p className="diagram-problem">
          {t('This diagram can’t be drawn: {problem}', { problem: drawn.problem })}
        </p>
      </>
    )
  return (
    <figure className="diagram">
      {showsSource ? (
        <CodeBlock code={source} language="mermaid" />
      ) : (
        // It scrolls where it is wider than the answer.
        <div className="diagram-picture" role="group" aria-label={t('Diagram')} tabIndex={0}>
          <img src={drawn.picture} alt={t('Diagram: {source}', { source: source.trim().slice(0, 300) })} />
        </div>
      )}
      <figcaption>
        <button type="button" aria-pressed={showsSource} onClick={() => setShowsSource(!showsSource)}>
          {showsSource ? t('Show the diagram') : t('Show the source')}
        </button>
      </figcaption>
    </figure>
  )
}

function useDark(): boolean {
  const [isDark, setDark] = useState(pageIsDark)
  useEffect(() => {
    const look = () => setDark(pageIsDark())
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', look)
    const observer = new MutationObserver(look)
    observer.observe(document.documentElement, { attributes: true })
    return () => {
      scheme.removeEventListener('change', look)
      observer.disconnect()
    }
  }, [])
  return isDark
}

function pageIsDark(): boolean {
  if (typeof document === 'undefined') return false
  const scheme = getComputedStyle(document.documentElement).colorScheme
  return scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
}
