import { Button, Checkbox, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Card } from '../../ui/card.tsx'

interface FormFieldsSwitchProps {
  asked: boolean
  onAsk: (asked: boolean) => void
  /** The fields of the form, which are shown on request. */
  children: ReactNode
}

/**
 * Switch: if it is on, the note also answers the fields of the open form that the template does not have (product 1.4).
 */
export function FormFieldsSwitch({ asked: isOn, onAsk, children }: FormFieldsSwitchProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card>
      <Stack gap="xs">
        <Checkbox
          role="switch"
          checked={isOn}
          onChange={(event) => onAsk(event.currentTarget.checked)}
          label="Also write answers for the fields of this form"
          description="This adds only fields that the template does not already have."
        />
        {isOn && (
          <Button
            size="xs"
            variant="subtle"
            mx={-8}
            w="fit-content"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide these fields' : 'Show and edit these fields'}
          </Button>
        )}
        {isOn && isOpen && children}
      </Stack>
    </Card>
  )
}
