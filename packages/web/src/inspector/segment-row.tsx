import type { SegmentView } from '@varve/server/types'
import { useContext, useId, useState } from 'react'
import { useKeyName } from '../api/use-key-name.ts'
import { SplitName } from '../parts/file-name.tsx'
import { keyLabel } from '../view-model/composer/describe-attachment.ts'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import { shortHash } from '../view-model/text/short-hash.ts'
import { KeyTitlesContext } from './key-titles.ts'
import { SegmentText } from './segment-text.tsx'
import './segment-row.css'

/** One piece of a layer. It opens why it is here, in what form, its hash and its exact text. */
export function SegmentRow({ segment }: { readonly segment: SegmentView }) {
  const [open, setOpen] = useState(false)
  const detailId = useId()
  const title = useContext(KeyTitlesContext).get(segment.name)
  const nameOf = useKeyName()
  return (
    <li>
      <button
        type="button"
        className="segment"
        aria-expanded={open}
        aria-controls={detailId}
        onClick={() => setOpen(!open)}
      >
        <span className="segment-name">
          <SplitName name={nameOf(segment.name, title)} title={keyLabel(segment.name, title)} />
        </span>
        <SegmentTag segment={segment} />
        <span className="segment-tokens figures">{formatTokens(segment.tokens)}</span>
      </button>
      <div id={detailId} className="segment-detail" hidden={!open}>
        {open ? (
          <>
            <dl>
              <dt>Why here</dt>
              <dd>{segment.why}</dd>
              <dt>Form</dt>
              <dd>{describeForm(segment.form)}</dd>
              <dt>Name</dt>
              <dd>{segment.name}</dd>
              <dt>Hash</dt>
              <dd className="mono" title={segment.hash}>
                {shortHash(segment.hash)}
              </dd>
            </dl>
            <SegmentText segment={segment} />
          </>
        ) : null}
      </div>
    </li>
  )
}

/** "Full, turn 1": what stands after the comma goes when the inspector is narrow. */
function SegmentTag({ segment: { form, label } }: { readonly segment: SegmentView }) {
  const comma = label.indexOf(',')
  const short = comma < 0 ? label : label.slice(0, comma)
  return (
    <span className={form === 'update' ? 'tag warn' : 'tag'} title={label}>
      {short}
      <span className="segment-tag-rest">{label.slice(short.length)}</span>
    </span>
  )
}

function describeForm(form: SegmentView['form']): string {
  switch (form) {
    case 'full':
      return 'The whole text'
    case 'reference':
      return 'A pointer to a full copy that stands earlier'
    case 'update':
      return 'What changed since the copy given before'
    case 'compacted':
      return 'Structure and a preview, to fit the budget'
    case 'verbatim':
      return 'Word for word'
    case 'text':
      return 'Plain text'
    default:
      return form satisfies never
  }
}
