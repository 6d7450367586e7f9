import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../api/web-error.ts'
import { Button } from '../parts/button.tsx'
import { reindexWords } from '../view-model/chats/reindex-words.ts'
import { useActions } from '../workbench/actions.ts'

/** In a workspace without chats: those that lie in it as files, and the way to have them back. */
export function UnlistedChats() {
  const { say } = useActions()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: keys.unlistedChats,
    queryFn: routes.unlistedChats,
    staleTime: 60_000,
  })
  const { mutate, isPending } = useMutation({
    mutationFn: routes.reindexChats,
    onSuccess: async (report) => {
      say({ tone: 'info', text: reindexWords(report) })
      await client.invalidateQueries({ queryKey: keys.chats })
      await client.invalidateQueries({ queryKey: keys.unlistedChats })
    },
    onError: (error) => say({ tone: 'error', text: `The chats are not back. ${adviseOn(error).what}` }),
  })
  if (!data || data.files === 0) return null
  return (
    <div className="unlisted-chats">
      <p>
        <code>Varve/chats</code> holds {data.files === 1 ? 'a chat' : `${data.files} chats`} from elsewhere or
        before.
      </p>
      <Button small disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Bringing back' : 'Bring back'}
      </Button>
    </div>
  )
}
