import type { TurnView } from '@varve/contract'
import { Pager } from '../parts/pager.tsx'
import { useThread } from './use-turn-actions.ts'
import { t } from '../i18n/t.ts'

/** Alternatives to a turn in other branches. Choosing one shows what followed it. */
export function Branches({ turn }: { readonly turn: TurnView }) {
  const { show, busy, answering, keepPlace } = useThread()
  const { siblings, id } = turn
  return (
    <Pager
      noun={t('Branch')}
      at={siblings.indexOf(id)}
      count={siblings.length}
      disabled={busy || answering}
      onGo={(to, element) => {
        const sibling = siblings[to]
        if (sibling === undefined) return
        keepPlace(element)
        void show(sibling)
      }}
    />
  )
}
