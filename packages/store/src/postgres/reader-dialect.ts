import { PostgresDialect, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import type { Pool } from 'pg'
import { escapeParameters, POSTGRES_TEXT } from '../escaped-text.ts'
import { errorFromPostgres } from './error-from-postgres.ts'

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
        return {
          query: (sql: string, parameters: readonly unknown[]) =>
            client.query(sql, [...escapeParameters(parameters, POSTGRES_TEXT)]).catch((error: unknown) => {
              throw errorFromPostgres(error)
            }) as Promise<PostgresQueryResult<unknown>>,
          release: (destroy) => client.release(destroy),
        } as PostgresPoolClient
      },
    },
  })
}
