import type { AsideView } from '@varve/server/types'
import { useId, useState } from 'react'
import { useAside } from '../api/chat-queries.ts'
import { PartError } from '../shell/part-error.tsx'
import { asideFacts, asideName } from '../view-model/thread/aside-words.ts'
import { RequestPart } from './request-part.tsx'
import './aside-list.css'

interface AsideListProps {
  readonly chatId: string
  readonly asides: readonly AsideView[]
}

/** What models were asked beside the answers of a turn: to plan, to sum up, to compare. */
export function AsideList({ chatId, asides }: AsideListProps) {
  if (asides.length === 0) return null
  return (
    <section className="asides" aria-label="Calls beside the answer">
      <h3>Beside the answer</h3>
      <ul>
        {asides.map((aside) => (
          <AsideRow key={aside.id} chatId={chatId} aside={aside} />
        ))}
      </ul>
    </section>
  )
}

function AsideRow({ chatId, aside }: { readonly chatId: string; readonly aside: AsideView }) {
  const [isOpen, setOpen] = useState(false)
  const textId = useId()
  return (
    <li>
      <button type="button" aria-expanded={isOpen} aria-controls={textId} onClick={() => setOpen(!isOpen)}>
        <b>{asideName(aside.purpose)}</b>
        <span className="faint figures">{asideFacts(aside).join(' · ')}</span>
        {aside.error === undefined ? null : <span className="aside-error">{aside.error}</span>}
      </button>
      <div id={textId} hidden={!isOpen}>
        {isOpen ? <AsideText chatId={chatId} id={aside.id} /> : null}
      </div>
    </li>
  )
}

function AsideText({ chatId, id }: { readonly chatId: string; readonly id: string }) {
  const { data, error, refetch } = useAside(chatId, id)
  if (error) return <PartError error={error} onRetry={() => void refetch()} />
  if (!data) return <p className="faint">Reading</p>
  const { request, answer } = data
  return (
    <>
      <h4>Request</h4>
      {request === undefined ? (
        <p>It was deleted.</p>
      ) : (
        <RequestPart text={request} label="Request, as sent" />
      )}
      <h4>Answer</h4>
      {answer === undefined ? <p>It was deleted.</p> : null}
      {answer === '' ? <p>Nothing came back.</p> : null}
      {answer ? <RequestPart text={answer} label="Answer, as received" /> : null}
    </>
  )
}
