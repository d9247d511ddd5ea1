import { useEffect, useState } from 'react'
import { ChangeMicrophone } from '../../components/recording/change-microphone.tsx'
import { sentenceOf } from '../../components/ui/failure.ts'
import { watchAudioDevices } from '../../lib/audio/devices.ts'
import type { AudioDevice } from '../../lib/contracts/index.ts'
import type { Recorder } from '../../lib/transcript/recording-state.ts'

export interface ChosenMicrophone {
  /** Null: the system's microphone. */
  id: string | null
  /** 0 to 2. */
  gain: number
}

interface FrameMicrophoneProps {
  recorder: Recorder
  /** True while a dictation runs. It then goes on with the other microphone. */
  running: boolean
  chosen: ChosenMicrophone
  onChange: (chosen: ChosenMicrophone) => void
  onProblem: (message: string) => void
  onClose: () => void
}

/** The Change Microphone dialog of an embedded box (product 2.3). The choice holds until the page is left. */
export function FrameMicrophone({ recorder, running, chosen, onChange, onProblem, onClose }: FrameMicrophoneProps) {
  const { useMicrophone: switchTo } = recorder
  const [devices, setDevices] = useState<AudioDevice[]>([])
  useEffect(() => {
    const life = new AbortController()
    watchAudioDevices((all) => setDevices(all.filter(({ browserAudio }) => !browserAudio)), {
      signal: life.signal,
      onError: onProblem,
    })
    return () => life.abort()
  }, [onProblem])
  return (
    <ChangeMicrophone
      devices={devices}
      chosenId={chosen.id}
      gain={chosen.gain}
      onGain={(gain) => void (running && recorder.setGain(gain))}
      onGainChosen={(gain) => onChange({ ...chosen, gain })}
      tabOn={false}
      onChoose={async (id) => {
        try {
          if (running) await switchTo(id)
        } catch (error) {
          onProblem(sentenceOf(error))
          throw error
        }
        onChange({ ...chosen, id })
      }}
      onClose={onClose}
    />
  )
}
