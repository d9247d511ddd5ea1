import { Checkbox } from '@mantine/core'
import { Card } from '../../ui/card.tsx'

interface FormFieldsSwitchProps {
  /** How many fields of the form can be written. */
  count: number
  asked: boolean
  onAsk: (asked: boolean) => void
}

/**
 * Switch: whether the note also answers the fields of the open form that the template does not have (product 1.4,
 * dynamic fields).
 */
export function FormFieldsSwitch({ count, asked, onAsk }: FormFieldsSwitchProps) {
  return (
    <Card>
      <Checkbox
        role="switch"
        checked={asked}
        onChange={(event) => onAsk(event.currentTarget.checked)}
        label="Also answer the fields of this form"
        description={`Those of its ${count} ${count === 1 ? 'field' : 'fields'} that the template does not have.`}
      />
    </Card>
  )
}
