import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../api/web-error.ts'
import { Button } from '../parts/button.tsx'
import { useActions } from '../workbench/actions.ts'

/** Puts files of this machine into a workspace that has no folder to put them in. None is overwritten. */
export function AddFiles() {
  const client = useQueryClient()
  const { say } = useActions()
  const input = useRef<HTMLInputElement>(null)
  const add = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) await routes.addFile(file)
    },
    onError: (error) => say({ tone: 'error', text: adviseOn(error).what }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.files }),
  })
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to add"
        onChange={({ target }) => {
          add.mutate([...(target.files ?? [])])
          // The same file may be chosen again after it was changed.
          target.value = ''
        }}
      />
      <Button small disabled={add.isPending} onClick={() => input.current?.click()}>
        {add.isPending ? 'Adding…' : 'Add files…'}
      </Button>
    </>
  )
}
