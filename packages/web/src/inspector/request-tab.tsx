import type { InspectionView } from '@varve/server/types'
import { Button } from '../parts/button.tsx'
import { useCopy } from '../parts/use-copy.ts'
import { useActions } from '../workbench/actions.ts'
import { RequestPart } from './request-part.tsx'
import { WireBody } from './wire-body.tsx'
import './request-tab.css'

/** The request exactly as it was sent: its body where it went over a wire, else its messages. */
export function RequestTab({ inspection }: { readonly inspection: InspectionView }) {
  const { wire, settings } = inspection
  return wire ? <WireBody wire={wire} settings={settings} /> : <Messages inspection={inspection} />
}

/** The messages, part by part. */
function Messages({ inspection }: { readonly inspection: InspectionView }) {
  const { say } = useActions()
  const { copied, copy } = useCopy((text) => say({ tone: 'error', text }))
  const { request } = inspection
  return (
    <>
      <p className="inspector-total">
        <b className="figures">{request.length}</b>
        <span>{request.length === 1 ? 'message' : 'messages'}, as sent</span>
        <span className="grow" />
        <Button small onClick={() => copy(JSON.stringify(request, undefined, 2))}>
          {copied ? 'Copied' : 'Copy as JSON'}
        </Button>
      </p>
      <ol className="request-messages">
        {request.map((message, index) => (
          <li key={index}>
            <h3>
              <span className="figures faint">{index + 1}</span> {message.role}
              {message.parts.length > 1 ? <span className="faint">{message.parts.length} parts</span> : null}
            </h3>
            {message.parts.map((part, place) => (
              <RequestPart key={place} text={part} label={`Message ${index + 1}, part ${place + 1}`} />
            ))}
          </li>
        ))}
      </ol>
    </>
  )
}
