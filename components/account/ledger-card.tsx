import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Card } from '../ui/card.tsx'
import { timeWords } from '../ui/dates.ts'
import { sentenceOf } from '../ui/failure.ts'
import { Notice } from '../ui/notice.tsx'
import { saveBlob } from '../ui/save-blob.ts'
import { erasureWords, type LedgerPort, type LedgerReading, ledgerFile, placeWords } from './ledger-words.ts'

/** Lists the hosts to which this browser has sent data, and the recordings that were erased (product 13.8, 13.10). */
export function LedgerCard({ ledger }: { ledger: LedgerPort }) {
  const [reading, setReading] = useState<LedgerReading | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const readLedger = () =>
    ledger.read().then(
      (ledgerReading) => {
        setReading(ledgerReading)
        setFailure(null)
        return ledgerReading
      },
      (error: unknown) => {
        setFailure(sentenceOf(error))
        return null
      },
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once when the page opens, and then at a click
  useEffect(() => void readLedger(), [])

  async function save() {
    const currentReading = await readLedger()
    if (currentReading)
      saveBlob('chartside-sent-data.json', new Blob([ledgerFile(currentReading)], { type: 'application/json' }))
  }

  return (
    <Card>
      <Stack gap="xs">
        <Stack gap={0}>
          <Text fw={650}>Where your data went</Text>
          <Text size="xs" c="dimmed">
            Every place that Chartside has sent data to from this browser. The content is not listed.
          </Text>
        </Stack>
        {failure !== null && <Notice tone="bad">{failure}</Notice>}
        {reading?.places.length === 0 && <Text c="dimmed">Nothing has been sent yet.</Text>}
        <Stack gap={4} component="ul" m={0} p={0}>
          {reading?.places.map((place) => (
            <Stack key={`${place.host} ${place.kind}`} gap={0} component="li" style={{ listStyle: 'none' }}>
              <Text style={{ overflowWrap: 'anywhere' }}>{place.host}</Text>
              <Text size="sm" c="dimmed">
                {placeWords(place)}
              </Text>
            </Stack>
          ))}
        </Stack>
        {reading !== null && reading.erasures.length > 0 && (
          <>
            <Text fw={650}>Erased recordings</Text>
            <Stack gap={4} component="ul" m={0} p={0}>
              {reading.erasures.map((erasure) => (
                <Stack key={erasure.id} gap={0} component="li" style={{ listStyle: 'none' }}>
                  <Text>{timeWords(new Date(erasure.at).toISOString())}</Text>
                  <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {erasureWords(erasure)}
                  </Text>
                </Stack>
              ))}
            </Stack>
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button size="sm" variant="default" onClick={() => void readLedger()}>
            Read again
          </Button>
          <Button size="sm" variant="default" onClick={() => void save()}>
            Save this list as a file
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
