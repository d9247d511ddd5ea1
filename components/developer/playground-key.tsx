import { Button, Group, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { accessEndpoints } from '../../lib/contracts/endpoints/access.ts'
import { useAttemptKey } from '../attempt-key.ts'
import { useSharedPorts } from '../ports.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { toast } from '../ui/toast.ts'
import classes from './playground.module.css'
import { useAccess } from './use-access.ts'

/** How long a key that the playground creates is valid, in milliseconds. */
const keyMs = 60 * 60_000

/**
 * True for keys of the sandbox. The playground accepts no other keys, because it must not cost money or change live
 * data.
 */
export const isTestKey = (key: string): boolean => key.startsWith('ck_test_')

/** The key of the playground. It is kept only in memory, and is gone when another page opens. */
export function PlaygroundKey({ value, onChange }: { value: string; onChange: (key: string) => void }) {
  const { client } = useSharedPorts()
  const { accessId, may } = useAccess()
  const attempt = useAttemptKey()
  const make = useMutation({
    mutationFn: () => {
      const body = { name: 'Playground', test: true, expiresAt: new Date(Date.now() + keyMs).toISOString() }
      const options = { idempotencyKey: attempt.of(accessId) }
      return client.call(accessEndpoints.addKey, { params: { accessId }, body }, options)
    },
    onSuccess: ({ key }) => {
      attempt.done()
      onChange(key)
      toast('success', 'The key works for an hour.')
    },
    onError: (error) => toast('error', sentenceOf(error)),
  })
  const isInvalid = value !== '' && !isTestKey(value)
  return (
    <Group align="flex-end" gap="sm">
      <PasswordInput
        label="Sandbox key"
        placeholder="ck_test_…"
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the key', tabIndex: 0 }}
        flex="1 1 240px"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
        error={isInvalid ? 'This is not a sandbox key. Use a key that begins with ck_test_.' : undefined}
      />
      {may('owner') && (
        <Button
          size="sm"
          mih={36}
          variant="default"
          className={classes.make}
          loading={make.isPending}
          onClick={() => make.mutate()}
        >
          Make a key that works for an hour
        </Button>
      )}
    </Group>
  )
}
