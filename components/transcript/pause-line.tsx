import { Divider } from '@mantine/core'

/** A pause between two turns of a transcript (product 9.33). */
export function PauseLine({ length }: { length: string }) {
  return <Divider my={4} label={`Pause · ${length}`} labelPosition="center" />
}
