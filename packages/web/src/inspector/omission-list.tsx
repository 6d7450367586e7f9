import type { OmissionView } from '@varve/server/types'
import { useContext } from 'react'
import { Icon } from '../parts/icon.tsx'
import { keyLabel } from '../view-model/composer/describe-attachment.ts'
import { countOf } from '../view-model/text/describe-many.ts'
import { KeyTitlesContext } from './key-titles.ts'

/** What was left out, with the reason and the size. Nothing is left out silently. */
export function OmissionList({ omissions }: { readonly omissions: readonly OmissionView[] }) {
  const titles = useContext(KeyTitlesContext)
  if (omissions.length === 0) return <p className="omission-none">Nothing omitted.</p>
  return (
    <section className="omissions" aria-label="Omitted">
      <Icon name="warn" size={14} />
      <div>
        <b>{omissions.length} omitted.</b>
        <ul>
          {omissions.map(({ key, reason, tokens }) => (
            <li key={key}>
              {keyLabel(key, titles.get(key))}: {reason}
              {tokens > 0 ? ` (${countOf(tokens, 'token')})` : ''}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
