import type { ReceivedView } from '@varve/server/types'
import type { CallToInspect } from '../api/routes.ts'
import { useReceived } from '../api/trace-queries.ts'
import { WebError } from '../api/web-error.ts'
import { Button } from '../parts/button.tsx'
import { useCopy } from '../parts/use-copy.ts'
import { PartError } from '../shell/part-error.tsx'
import { useActions } from '../workbench/actions.ts'
import { RequestPart } from './request-part.tsx'

/** It cannot be shown, and that is no failure. */
const MISSING: ReadonlySet<string> = new Set(['trace-deleted', 'trace-sealed', 'not-recorded'])

/** What came back from one call, as it came. */
export function ReceivedTexts({ place }: { readonly place: CallToInspect }) {
  const { data, error, refetch } = useReceived(place)
  if (error instanceof WebError && MISSING.has(error.serverCode ?? ''))
    return <p className="traced-facts">{error.message}</p>
  if (error) return <PartError error={error} onRetry={() => void refetch()} />
  if (!data) return <p className="traced-facts faint">Reading</p>
  return <Received received={data} />
}

function Received({ received }: { readonly received: ReceivedView }) {
  const parts = partsOf(received)
  if (parts.length === 0) return <p className="traced-facts">Nothing came back.</p>
  return (
    <>
      {parts.map(({ title, text }) => (
        <ReceivedPart key={title} title={title} text={text} />
      ))}
    </>
  )
}

interface ReceivedPartProps {
  readonly title: string
  readonly text: string
}

function ReceivedPart({ title, text }: ReceivedPartProps) {
  const { say } = useActions()
  const { copied, copy } = useCopy((words) => say({ tone: 'error', text: words }))
  return (
    <section className="received-part" aria-label={`${title}, as received`}>
      <h3>
        {title}
        <span className="grow" />
        <Button small look="bare" aria-label={`Copy: ${title}`} onClick={() => copy(text)}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </h3>
      <RequestPart text={text} label={`${title}, as received`} />
    </section>
  )
}

function partsOf({ text, reasoning, calls }: ReceivedView): readonly ReceivedPartProps[] {
  return [
    ...(reasoning === '' ? [] : [{ title: 'Thoughts', text: reasoning }]),
    ...(text === '' ? [] : [{ title: 'Text', text }]),
    ...calls.map(({ tool, arguments: args }, index) => ({
      title: `Tool ${index + 1}: ${tool}`,
      text: args,
    })),
  ]
}
