import './segment-row.css'
import '../parts/show-more.css'
import type { SegmentView } from '@varve/contract'
import { SEGMENT_WORDS } from '@varve/contract/tables/reasons'
import { useContext, useId, useState } from 'react'
import { useKeyName } from '../api/use-key-name.ts'
import { t } from '../i18n/t.ts'
import { SplitName } from '../parts/file-name.tsx'
import { keyLabel } from '../view-model/composer/describe-attachment.ts'
import { formatTokens, shortHash } from '../view-model/text/format.ts'
import { KeyTitlesContext } from './select-turn.ts'

const FIRST_LINES = 14

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
          <SplitName
            name={pieceName(segment) ?? nameOf(segment.name, title)}
            title={pieceName(segment) ?? keyLabel(segment.name, title)}
          />
        </span>
        <SegmentTag segment={segment} />
        <span className="segment-tokens figures">{formatTokens(segment.tokens)}</span>
      </button>
      <div id={detailId} className="segment-detail" hidden={!open}>
        {open ? (
          <>
            <dl>
              <dt>{t('Why here')}</dt>
              <dd>{whyWords(segment)}</dd>
              <dt>{t('Form')}</dt>
              <dd>{describeForm(segment.form)}</dd>
              <dt>{t('Name')}</dt>
              <dd>{segment.name}</dd>
              <dt>{t('Hash')}</dt>
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

/** The pieces that are no file of the user's, by words in place of the engine's own names. */
const PIECES: Readonly<Record<string, string>> = {
  'tool definitions': t('Tools the model may use'),
  references: t('References to texts above'),
  heading: t('Heading of the library'),
  contract: t('How to answer'),
  citations: t('How to cite'),
}

const TOOL_RESULTS: Readonly<Record<string, string>> = {
  localSearch: t('Note search'),
  webSearch: t('Web search'),
  searchChats: t('Chat search'),
  fetchUrl: t('Web page'),
  read: t('File that was read'),
  readArtifact: t('Text that was read'),
  grep: t('Text search'),
  find: t('File search'),
  glob: t('File search'),
  ls: t('List of files'),
  getFileTree: t('List of files'),
  timeRange: t('Notes by date'),
}

function pieceName({ name, label }: SegmentView): string | undefined {
  if (Object.hasOwn(TOOL_RESULTS, name)) return TOOL_RESULTS[name]
  if (Object.hasOwn(PIECES, name)) return PIECES[name]
  const [, turn] = /^turn (\d+)$/.exec(name) ?? []
  if (turn !== undefined) return t('{piece} of turn {turn}', { piece: t(label), turn: Number(turn) })
  const [, runner] = /^runner (.+)$/.exec(name) ?? []
  return runner === undefined ? undefined : t('Instructions of the mode')
}

export function whyWords({ form, why, turn }: Pick<SegmentView, 'form' | 'why' | 'turn'>): string {
  if (turn === undefined || SEGMENT_WORDS.includes(why)) return t(why)
  return form === 'update'
    ? t('Attached in turn {turn}; it changed since the model last read it.', { turn })
    : t('Attached in turn {turn}, whole: it stood nowhere above.', { turn })
}

/** What it is, and what of that is hidden in a narrow inspector. */
export function tagWords({ form, label, turn }: Pick<SegmentView, 'form' | 'label' | 'turn'>): {
  readonly short: string
  readonly rest: string
} {
  if (form === 'full' && turn !== undefined) return { short: t('Full'), rest: t(', turn {turn}', { turn }) }
  if (form !== 'update' || SEGMENT_WORDS.includes(label)) return { short: t(label), rest: '' }
  return { short: label.replace(/^Update/, t('Update')), rest: '' }
}

function SegmentTag({ segment }: { readonly segment: SegmentView }) {
  const { short, rest } = tagWords(segment)
  return (
    <span className={segment.form === 'update' ? 'tag warn' : 'tag'} title={short + rest}>
      {short}
      <span className="segment-tag-rest">{rest}</span>
    </span>
  )
}

function describeForm(form: SegmentView['form']): string {
  switch (form) {
    case 'full':
      return t('The whole text')
    case 'reference':
      return t('A reference to the full copy earlier in the request')
    case 'update':
      return t('The changes since the earlier copy')
    case 'compacted':
      return t('Structure and a preview, to fit the budget')
    case 'verbatim':
      return t('Word for word')
    case 'text':
      return t('Plain text')
    default:
      return form satisfies never
  }
}

/** The exact text as sent. An update shows added and removed lines, by sign and by colour. */
function SegmentText({ segment }: { readonly segment: SegmentView }) {
  const [all, setAll] = useState(false)
  const lines = segment.text.split('\n')
  const shown = all ? lines : lines.slice(0, FIRST_LINES)
  const more = lines.length - shown.length
  if (segment.text === '') return <p className="segment-empty faint">{t('No text.')}</p>
  return (
    <>
      <pre
        className="segment-text"
        tabIndex={0}
        aria-label={t('Exact text of {name}', { name: segment.name })}
      >
        {shown.map((line, index) => (
          // Lines have no other name than their place.
          <span key={index} className={segment.form === 'update' ? changeOf(line) : undefined}>
            {`${line}\n`}
          </span>
        ))}
      </pre>
      {more > 0 ? (
        <button type="button" className="show-more" onClick={() => setAll(true)}>
          {t('{more} more {more|line|lines}', { more })}
        </button>
      ) : null}
    </>
  )
}

function changeOf(line: string): string | undefined {
  if (/^\+(?!\+\+)/.test(line)) return 'added'
  if (/^-(?!--)/.test(line)) return 'removed'
  return undefined
}
