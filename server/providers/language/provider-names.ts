export const languageProviderNames = ['openai-compatible', 'anthropic', 'azure', 'bedrock', 'ollama'] as const
export type LanguageProviderName = (typeof languageProviderNames)[number]
