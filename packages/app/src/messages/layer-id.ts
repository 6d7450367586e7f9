/** The five layers of a request, from the system's to the user's words. */
export type LayerId = 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
