import '../shell/chat-bar.css'
import type { TurnStatisticsView } from '@varve/contract'
import { Button, IconButton } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Popover } from '../parts/menu.tsx'
import { spanTitle, USAGE_SPANS, type UsageSpan } from '../view-model/usage/usage.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { t } from '../i18n/t.ts'

const COLUMNS = 'day,model,answers,side_calls,failed,input,cached,output,cost_usd,saved_usd'

interface UsageBarProps {
  readonly span: UsageSpan
  readonly data: TurnStatisticsView | undefined
}

/** The period of the figures, and a button that saves them as a file. */
export function UsageBar({ span, data }: UsageBarProps) {
  const { layout, openUsage, openDialog } = useWorkbench()
  return (
    <header className="chat-bar">
      {layout.sidebar === 'drawer' ? (
        <IconButton icon="menu" label={t('Chats')} onClick={() => openDialog('chats')} />
      ) : null}
      <h1 className="grow">{t('Usage')}</h1>
      <Popover
        label={t('Period')}
        buttonClass="button plain small"
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

interface TextToSave {
  readonly name: string
  /** Its media type. */
  readonly type: string
  readonly text: string
}

/** Gives a text to the browser as a file to be kept. */
function saveText({ name, type, text }: TextToSave): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Usage by day and model for a spreadsheet, oldest day first. */
export function usageCsv({ days }: Pick<TurnStatisticsView, 'days'>): string {
  const rows = days
    .toReversed()
    .flatMap(({ day, models }) =>
      models.map((sum) =>
        [
          day,
          field(sum.modelName),
          sum.calls,
          sum.sideCalls,
          sum.failed,
          sum.input,
          sum.cached,
          sum.output,
          sum.costUSD.toFixed(9),
          sum.savedUSD.toFixed(9),
        ].join(','),
      ),
    )
  return `${[COLUMNS, ...rows].join('\r\n')}\r\n`
}

/** A name that begins like a formula would be one in a spreadsheet. */
function field(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
