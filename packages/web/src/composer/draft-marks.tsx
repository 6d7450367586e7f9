import './draft-marks.css'
import { memo, type RefObject } from 'react'
import { countedFindings, findingName, severityName, sumOf } from '../view-model/rules/guard-words.ts'
import { splitAtMarks } from '../view-model/composer/moved-marks.ts'
import type { ForecastView, GuardMarkView } from '@varve/contract'
import { Icon } from '../parts/icon.tsx'
import { useActions } from '../workbench/actions.ts'
import { t } from '../i18n/t.ts'

interface DraftMarksProps {
  readonly text: string
  readonly marks: readonly GuardMarkView[]
  readonly layer: RefObject<HTMLDivElement | null>
}

/** In a longer text they are only counted: laying it out a second time with each key would hold up the typing. */
const LONGEST_DRAWN = 200_000

/** An invisible copy of the text behind the field, which underlines private data in place. */
export const DraftMarks = memo(function DraftMarks({ text, marks, layer }: DraftMarksProps) {
  if (text.length > LONGEST_DRAWN) return null
  return (
    <div ref={layer} className="draft-marks" aria-hidden="true">
      {splitAtMarks(text, marks).map((part, at) =>
        part.kind === 'text' ? (
          part.text
        ) : (
          <mark key={at} data-severity={part.mark.severity} data-name={markName(part.mark)}>
            {part.text}
          </mark>
        ),
      )}
      {/* As in the field, a last line that is empty has its height. */}{' '}
    </div>
  )
})

/** Describes a mark: "card number, critical". */
export function markName({ type, severity }: GuardMarkView): string {
  return `${findingName(type)}, ${severityName(severity)}`
}

/** The name of the mark under the pointer; the field covers all marks. */
export function markAt(layer: HTMLDivElement, { clientX, clientY }: MouseEvent): string {
  const found = [...layer.querySelectorAll('mark')].find((mark) =>
    [...mark.getClientRects()].some(
      ({ left, right, top, bottom }) =>
        clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
    ),
  )
  return found?.dataset['name'] ?? ''
}

/** What is private in what would be sent, while one types; it leads to what the guard goes by. */
export function GuardMarks({ forecast }: { readonly forecast: ForecastView | undefined }) {
  const { openGuard } = useActions()
  return (
    <span role="status">
      {foreseenFindings(forecast).map(({ words, note, asks }) => (
        <span key={note} className={asks ? 'chip warned guard-marks' : 'chip guard-marks'}>
          <button
            type="button"
            className="chip-body"
            title={t('Open Guard settings')}
            onClick={() => openGuard()}
          >
            <Icon name="shield" size={14} />
            <span>{words}</span>
            <span className="chip-note">{note}</span>
          </button>
        </span>
      ))}
    </span>
  )
}

type Counts = Readonly<Record<string, number>>

/** What is private in what would be sent, and what would become of it. */
interface ForeseenFindings {
  readonly words: string
  readonly note: string
  /** The user has to decide. */
  readonly asks: boolean
}

/**
 * By what would become of it. All that leaves as it is is said here, before it does, also what comes along with the
 * message; of what is redacted only that of the message.
 */
export function foreseenFindings(
  forecast: Pick<ForecastView, 'marks' | 'guard' | 'guarded'> | undefined,
): readonly ForeseenFindings[] {
  const { marks = [], guard, guarded = {} } = forecast ?? {}
  const inMessage = new Map<string, number>()
  for (const { type } of marks) inMessage.set(type, (inMessage.get(type) ?? 0) + 1)
  // The guard counts values everywhere; at most as many as there are marks belong to the message.
  const ofMessage = (counts: Counts = {}): Counts =>
    Object.fromEntries(
      Object.entries(counts).map(([type, count]) => [type, Math.min(count, inMessage.get(type) ?? 0)]),
    )
  const asked = guard ? added(guard.values, ofMessage(guard.lighter.redacted)) : {}
  const noted = guard ? guard.lighter.sent : guarded.noted
  return [
    ...foreseen(asked, { note: t('asks before sending'), asks: true }),
    ...foreseen(ofMessage(guarded.redacted), { note: t('will be redacted') }),
    ...foreseen(noted, { note: t('sent as it is: low risk') }),
    ...foreseen(guarded.sent, { note: t('sent as it is: you allowed it') }),
  ]
}

interface Fate {
  readonly note: string
  readonly asks?: boolean
}

function foreseen(counts: Counts = {}, { note, asks = false }: Fate): readonly ForeseenFindings[] {
  if (sumOf(counts) === 0) return []
  const findings = countedFindings(counts)
  return [{ words: asks ? t('{findings} found', { findings }) : findings, note, asks }]
}

function added(first: Counts, second: Counts): Counts {
  const types = [...new Set([...Object.keys(first), ...Object.keys(second)])]
  return Object.fromEntries(types.map((type) => [type, (first[type] ?? 0) + (second[type] ?? 0)]))
}
