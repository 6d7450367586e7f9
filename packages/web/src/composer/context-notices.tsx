import { type Notice, noticeId } from '@varve/contract/tables/notices'
import { noticeWords, t } from '../i18n/t.ts'
import { useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/button.tsx'
import { shortAddress } from '../view-model/composer/find-mention.ts'
import { useActions } from '../workbench/actions.ts'
import type { Intake } from './use-intake.ts'
import './context-notices.css'

interface ContextNoticesProps {
  /** What would be left out of the next message, and why. */
  readonly notices: readonly Notice[]
  /** Kept notes that have another text now and are not attached again, by key. */
  readonly changed: readonly string[]
  readonly onRenew: (keys: readonly string[]) => void
  readonly intake: Intake
}

/** Beyond this many, the rest is folded. */
const SHOWN = 3

/** Quiet lines above the composer: what would not be sent as it was meant, and what could be attached. */
export function ContextNotices({ notices, changed, onRenew, intake }: ContextNoticesProps) {
  const [isWhole, setWhole] = useState(false)
  const { offeredPage, attachPage, refusePage, uploads } = intake
  const failed = uploads.pending.flatMap(({ state }) => (state.kind === 'failed' ? [state.reason] : []))
  const all: readonly Line[] = [
    ...[...new Set(failed)].map((words) => ({ id: words, words, keys: [] })),
    ...notices.map((one) => lineOf(one, changed)),
  ]
  const shown = isWhole || all.length <= SHOWN + 1 ? all : all.slice(0, SHOWN)
  return (
    <div className="context-notices">
      {/* Always there: a screen reader hears only what changes inside a region it knows. */}
      <div role="status" aria-label={t('About the next message')}>
        {shown.length === 0 ? null : (
          <ul>
            {shown.map(({ id, words, keys }) => (
              <li key={id}>
                <Icon name="warn" size={14} />
                <span>{words}</span>
                <RenewButton keys={keys} onRenew={onRenew} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {shown.length < all.length ? (
        <button type="button" className="context-notices-more" onClick={() => setWhole(true)}>
          {t('{number} more', { number: all.length - shown.length })}
        </button>
      ) : null}
      {changed.length > 1 && all.some(({ keys }) => keys.length > 0) ? (
        <RenewButton keys={changed} onRenew={onRenew} />
      ) : null}
      {offeredPage === undefined ? null : (
        <p className="page-offer">
          <Icon name="globe" size={14} />
          <span className="cut">{shortAddress(offeredPage)}</span>
          <button type="button" onClick={attachPage}>
            {t('Attach this page')}
          </button>
          <IconButton icon="close" label={t('Leave it as text')} small onClick={refusePage} />
        </p>
      )}
    </div>
  )
}

interface Line {
  readonly id: string
  readonly words: string
  /** Of kept notes that can be attached again from here. */
  readonly keys: readonly string[]
}

function lineOf(notice: Notice, changed: readonly string[]): Line {
  const { code, subject = '' } = notice
  const keys = code === 'kept-changed' && changed.includes(subject) ? [subject] : []
  return { id: noticeId(notice), words: noticeWords(notice), keys }
}

interface RenewButtonProps {
  readonly keys: readonly string[]
  readonly onRenew: (keys: readonly string[]) => void
}

/** Attaches notes again with their current text. It disappears then, and focus returns to the message. */
function RenewButton({ keys, onRenew }: RenewButtonProps) {
  const { composer } = useActions()
  if (keys.length === 0) return null
  const [first] = keys
  return (
    <button
      type="button"
      className="notice-renew"
      aria-label={keys.length === 1 ? t('Use the new version of {name}', { name: first ?? '' }) : undefined}
      onClick={() => {
        onRenew(keys)
        composer.current?.focus()
      }}
    >
      {keys.length === 1
        ? t('Use the new version')
        : t('Use the new version of all {count}', { count: keys.length })}
    </button>
  )
}
