import type { TurnStatisticsView } from '@varve/server/types'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Popover } from '../parts/popover.tsx'
import { saveText } from '../parts/save-text.ts'
import { USAGE_SPANS, type UsageSpan, spanTitle } from '../view-model/usage/usage-span.ts'
import { usageCsv } from '../view-model/usage/usage-csv.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import '../shell/chat-bar.css'

interface UsageBarProps {
  readonly span: UsageSpan
  readonly data: TurnStatisticsView | undefined
}

/** Over which time, and the same as a file. */
export function UsageBar({ span, data }: UsageBarProps) {
  const { layout, dispatch, openUsage } = useWorkbench()
  return (
    <header className="chat-bar">
      {layout.sidebar === 'drawer' ? (
        <IconButton icon="menu" label="Chats" onClick={() => dispatch({ kind: 'dialog', dialog: 'chats' })} />
      ) : null}
      <h1 className="grow">Usage</h1>
      <Popover
        label="Over which time"
        buttonClass="button plain small"
        align="end"
        side="below"
        button={
          <>
            <Icon name="clock" size={14} />
            {spanTitle(span)}
            <Icon name="down" size={14} />
          </>
        }
      >
        {USAGE_SPANS.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            className="popover-item"
            aria-pressed={id === span}
            onClick={() => openUsage(id)}
          >
            <span className="grow">{title}</span>
            {id === span ? <Icon name="check" size={14} /> : null}
          </button>
        ))}
      </Popover>
      <Button
        small
        look="bare"
        disabled={!data || data.days.length === 0}
        onClick={() =>
          data && saveText({ name: `varve-usage-${span}.csv`, type: 'text/csv', text: usageCsv(data) })
        }
      >
        <Icon name="import" size={14} />
        CSV
      </Button>
    </header>
  )
}
