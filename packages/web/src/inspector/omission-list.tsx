import type { OmissionView } from '@varve/server/types'
import { useContext } from 'react'
import { Icon } from '../parts/icon.tsx'
import { keyLabel } from '../view-model/composer/describe-attachment.ts'
import { countOf } from '../view-model/text/describe-many.ts'
import { KeyTitlesContext } from './key-titles.ts'

export interface OmissionListProps {
  readonly omissions: readonly OmissionView[]
  /** What was said under the message, such as that an attached note was not there. */
  readonly notices: readonly string[]
}

/** What was left out, with the reason and the size. Nothing is left out silently. */
export function OmissionList({ omissions, notices }: OmissionListProps) {
  const titles = useContext(KeyTitlesContext)
  if (omissions.length === 0 && notices.length === 0) return <p className="omission-none">Nothing omitted.</p>
  return (
    <section className="omissions" aria-label="Omitted">
      <Icon name="warn" size={14} />
      <div>
        <Listed
          title={`${omissions.length} omitted.`}
          lines={omissions.map(({ key, reason, tokens }) => {
            const size = tokens > 0 ? ` (${countOf(tokens, 'token')})` : ''
            return `${keyLabel(key, titles.get(key))}: ${reason}${size}`
          })}
        />
        <Listed title={`${countOf(notices.length, 'notice')} under the message.`} lines={notices} />
      </div>
    </section>
  )
}

function Listed({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <b>{title}</b>
      <ul>
        {lines.map((line, place) => (
          <li key={place}>{line}</li>
        ))}
      </ul>
    </>
  )
}
