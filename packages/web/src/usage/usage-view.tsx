import type { TurnStatisticsView } from '@varve/server/types'
import { useState } from 'react'
import { useUsage } from '../api/usage-queries.ts'
import { PartError } from '../shell/part-error.tsx'
import { ServerTrouble } from '../shell/server-trouble.tsx'
import { ToastLine } from '../shell/toast-line.tsx'
import { useElsewhereShortcuts } from '../shell/use-elsewhere-shortcuts.ts'
import { shownDays } from '../view-model/usage/shown-days.ts'
import { usageColumns, type UsageMeasure } from '../view-model/usage/usage-columns.ts'
import { type UsageSpan, usageTimes } from '../view-model/usage/usage-span.ts'
import { BreakTable } from './break-table.tsx'
import { CostChart } from './cost-chart.tsx'
import { DayTable } from './day-table.tsx'
import { ModelTable } from './model-table.tsx'
import { NoUsage } from './no-usage.tsx'
import { ShareChart } from './share-chart.tsx'
import { UsageBar } from './usage-bar.tsx'
import { UsageFigures } from './usage-figures.tsx'
import './usage-view.css'

/** What the chats of the workspace used and cost, by day and by model, and where their prefixes broke. */
export function UsageView({ span }: { readonly span: UsageSpan }) {
  // What is today is settled when one looks; a page that stands open for days is asked again by its reader.
  const [now] = useState(() => new Date())
  const { data, before, error, refetch } = useUsage(usageTimes(span, now))
  useElsewhereShortcuts()
  return (
    <main className="usage-view">
      <UsageBar span={span} data={data} />
      <div className="usage-page">
        <div className="usage-column">
          {error && !data ? (
            <PartError error={error} onRetry={refetch} />
          ) : data === undefined ? (
            <p className="faint" role="status">
              Adding up
            </p>
          ) : data.total.calls + data.total.asides === 0 ? (
            <NoUsage span={span} />
          ) : (
            <Usage key={span} data={data} before={before} span={span} now={now} />
          )}
        </div>
      </div>
      <div className="files-said">
        <ServerTrouble />
        <ToastLine />
      </div>
    </main>
  )
}

interface UsageProps {
  readonly data: TurnStatisticsView
  readonly before: TurnStatisticsView | undefined
  readonly span: UsageSpan
  readonly now: Date
}

function Usage({ data, before, span, now }: UsageProps) {
  // Where nothing was charged, money would draw an empty chart.
  const [measure, setMeasure] = useState<UsageMeasure>(data.total.costUSD > 0 ? 'cost' : 'tokens')
  const shown = usageColumns(shownDays(data, span, now))
  return (
    <>
      <UsageFigures data={data} before={before} span={span} />
      <div className="usage-grid">
        <CostChart shown={shown} measure={measure} onMeasure={setMeasure} />
        <ShareChart columns={shown.columns} unit={shown.unit} />
        <ModelTable models={data.models} told={shown.models} />
        <BreakTable changes={data.changes} />
      </div>
      <DayTable columns={shown.columns} unit={shown.unit} />
    </>
  )
}
