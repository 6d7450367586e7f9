import { PostgresDialect, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import type { Pool } from 'pg'
import { escapeParameters, POSTGRES_TEXT } from '../escaped-text.ts'
import { errorFromPostgres, isConnectionLost } from './error-from-postgres.ts'

/** Lets Kysely read through a pool, with our texts and our errors. */
export function readerDialect(pool: Pool): PostgresDialect {
  return new PostgresDialect({
    pool: {
      options: {},
      end: () => Promise.resolve(),
      connect: async () => {
        const client = await pool.connect().catch((error: unknown) => {
          throw errorFromPostgres(error)
        })
        let isLost = false
        return {
          query: (sql: string, parameters: readonly unknown[]) =>
            client.query(sql, [...escapeParameters(parameters, POSTGRES_TEXT)]).catch((error: unknown) => {
              isLost ||= isConnectionLost(error)
              throw errorFromPostgres(error)
            }) as Promise<PostgresQueryResult<unknown>>,
          // One that did not answer in time would answer the next query with the result of this one.
          release: (destroy) => client.release(isLost || destroy),
        } as PostgresPoolClient
      },
    },
  })
}
