import { useAudit } from '../api/guard-queries.ts'
import { ErrorNotice } from '../parts/notice.tsx'
import { describeAudit } from '../view-model/rules/describe-audit.ts'
import { Fold } from './fold.tsx'

/** What the guard did, newest first: how many of what, and never a value. */
export function AuditTable() {
  return (
    <Fold title="What the guard did">
      <Entries />
    </Fold>
  )
}

function Entries() {
  const { data, error, refetch } = useAudit(true)
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return null
  if (data.length === 0) return <p className="switch-about">Nothing yet.</p>
  return (
    <div className="audit" role="region" aria-label="What the guard did" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col">To</th>
          </tr>
        </thead>
        <tbody>
          {data.map((entry) => {
            const { when, what, to } = describeAudit(entry)
            return (
              <tr key={entry.sequence}>
                <td className="figures">{when}</td>
                <td>{what}</td>
                <td>{to}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
