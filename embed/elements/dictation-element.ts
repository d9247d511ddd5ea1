import type { HostCall, HostEvent } from '../messages.ts'
import { FramedElement, numberOf, sharedAttributes, speakingOf } from './framed-element.ts'
import type { EmbeddingHost } from './hosts.ts'

/** `<chartside-dictation>`: a text box with a record button (product 2.1, 12.86). */
export class DictationElement extends FramedElement<EmbeddingHost> {
  static readonly observedAttributes = [
    ...sharedAttributes,
    'label',
    'placeholder',
    'rows',
    'disabled',
    'title-of-transcript',
    'transcript-identifier',
  ]
  protected readonly frameTitle = 'Chartside dictation'
  #value: string | null = null

  /**
   * The text of the box. With the scope `embed-text`, it is the current text. With `embed`, it is only the text that
   * the page itself has set.
   */
  get value(): string | null {
    return this.#value
  }
  set value(value: string | null) {
    this.#value = value
    this.changed()
  }

  protected read() {
    const text = (name: string) => this.getAttribute(name) ?? undefined
    return {
      element: 'dictation' as const,
      ...speakingOf(this),
      label: text('label'),
      placeholder: text('placeholder'),
      rows: numberOf(this, 'rows'),
      disabled: this.hasAttribute('disabled'),
      value: this.#value,
      title: text('title-of-transcript'),
      transcriptIdentifier: text('transcript-identifier'),
    }
  }

  protected ask(call: HostCall, host: EmbeddingHost): unknown {
    return call.name === 'token' ? host.token() : undefined
  }

  protected override told(event: HostEvent): void {
    if (event.name === 'change') this.#value = event.value
    // The box is empty after its text was kept. Reset the value, so that the page can set the same text again.
    if (event.name === 'kept') this.#value = null
  }
}
