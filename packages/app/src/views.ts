/** What the app shows of itself. The server passes it on as it is. */
export type * from '@varve/contract'
