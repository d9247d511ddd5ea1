import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ConfirmedConsent } from '../../lib/contracts/index.ts'
import { requiredConsent } from '../../lib/policy/index.ts'
import { useKnownDirectory } from '../panel/use-known-directory.ts'
import { usePolicy } from '../policy.ts'
import { Dialog } from '../ui/dialog.tsx'

interface ConsentStep {
  /** True if the organisation requires the patient's consent before a recording. */
  required: boolean
  /**
   * Asks the clinician to confirm that the patient agrees, and then calls `begin`. If the clinician cancels, `begin` is
   * not called. If no consent is required, `begin` is called at once, with null.
   */
  ask(begin: (consent: ConfirmedConsent | null) => void): void
  dialog: ReactNode
}

/** The consent step before a recording (product 13.7). */
export function useConsent(): ConsentStep {
  const { policy } = usePolicy()
  const directory = useKnownDirectory()
  // If the policy of the computer requires a consent, its text is shown. Otherwise the settings of the directory apply.
  const consent = requiredConsent(policy.consent?.required ? policy : { consent: directory?.consent })
  const [waiting, setWaiting] = useState<{ begin: (consent: ConfirmedConsent | null) => void } | null>(null)
  const close = () => setWaiting(null)
  return {
    required: consent !== null,
    ask(begin) {
      if (consent === null) begin(null)
      else setWaiting({ begin })
    },
    dialog: waiting && consent && (
      <Dialog opened onClose={close} title="Before you record">
        <Stack>
          <Text style={{ whiteSpace: 'pre-wrap' }}>{consent.text}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button
              onClick={() => {
                close()
                waiting.begin({ at: new Date().toISOString(), textVersion: consent.version })
              }}
            >
              The patient agrees
            </Button>
          </Group>
        </Stack>
      </Dialog>
    ),
  }
}
