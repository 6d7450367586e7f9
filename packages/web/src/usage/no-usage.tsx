import { Button } from '../parts/button.tsx'
import { type UsageSpan } from '../view-model/usage/usage-span.ts'
import { useWorkbench } from '../workbench/workbench.tsx'

/** Nothing was asked in this time. */
export function NoUsage({ span }: { readonly span: UsageSpan }) {
  const { startChat, openUsage } = useWorkbench()
  return (
    <div className="usage-none">
      <h2>{span === 'all' ? 'Nothing has been asked yet.' : 'Nothing was asked in this time.'}</h2>
      <p>
        Here you see what your chats cost, day by day and model by model, how much of it caches saved, and
        where a change made a provider read everything anew.
      </p>
      <div className="usage-none-actions">
        {span === 'all' ? null : <Button onClick={() => openUsage('all')}>Look from the beginning</Button>}
        <Button look="main" onClick={startChat}>
          New chat
        </Button>
      </div>
    </div>
  )
}
