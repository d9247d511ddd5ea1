/** The marks with which Anthropic and Bedrock are told to cache everything before them. */
export const cacheMark = {
  anthropic: { cacheControl: { type: 'ephemeral' } },
  bedrock: { cachePoint: { type: 'default' } },
}
