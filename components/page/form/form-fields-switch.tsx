import { Checkbox } from '@mantine/core'
import { Card } from '../../ui/card.tsx'

interface FormFieldsSwitchProps {
  asked: boolean
  onAsk: (asked: boolean) => void
}

/**
 * Switch: if it is on, the note also answers the fields of the open form that the template does not have (product 1.4).
 */
export function FormFieldsSwitch({ asked: isOn, onAsk }: FormFieldsSwitchProps) {
  return (
    <Card>
      <Checkbox
        role="switch"
        checked={isOn}
        onChange={(event) => onAsk(event.currentTarget.checked)}
        label="Also write answers for the fields of this form"
        description="This adds only fields that the template does not already have."
      />
    </Card>
  )
}
