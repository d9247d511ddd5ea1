import type { LanguageProviders } from '../../../server/providers/language/model.ts'

/** What the clinician reads, by what the provider means. */
export const sentences = {
  long: 'The session is too long for the language model.',
  declined: 'The language model declined to write this note.',
  credit: 'has no credit left',
  key: 'refused the key of this server',
  model: 'does not know this model',
  busy: 'cannot take more requests at the moment',
  down: 'does not work at the moment',
  late: 'did not answer in time',
} as const

/** An error of a provider as it was published: its status and its body. In a stream, the status is 200. */
export interface ErrorBody {
  by: keyof LanguageProviders
  status: number
  body: object
  means: keyof typeof sentences
  /** Number of requests until the note has failed. */
  calls: 1 | 3
}

const openAi = (message: string, type: string | null, code: string | number | null = null) => ({
  error: { message, type, param: null, code },
})
const anthropic = (type: string, message: string) => ({ type: 'error', error: { type, message } })
const row = (
  means: ErrorBody['means'],
  status: number,
  body: object,
  by: ErrorBody['by'] = 'openai-compatible',
  calls: ErrorBody['calls'] = means === 'busy' || means === 'down' || means === 'late' ? 3 : 1,
): ErrorBody => ({ by, status, body, means, calls })
const bad = 'invalid_request_error'

export const errorBodies: readonly ErrorBody[] = [
  row(
    'long',
    400,
    openAi(
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9021 tokens (8700 in the messages, 321 in the response_format schemas). Please reduce the length of the messages or schemas.",
      bad,
      'context_length_exceeded',
    ),
  ),
  row('long', 400, {
    object: 'error',
    message:
      "This model's maximum context length is 4096 tokens. However, you requested 9021 tokens in the messages, Please reduce the length of the messages.",
    type: 'BadRequestError',
    param: null,
    code: 400,
  }),
  row('long', 400, {
    error: {
      code: 400,
      message:
        'the request exceeds the available context size. try increasing the context size or enable context shift',
      type: 'exceed_context_size_error',
      n_prompt_tokens: 9021,
      n_ctx: 4096,
    },
  }),
  row(
    'long',
    400,
    openAi(
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      bad,
      'context_length_exceeded',
    ),
  ),
  row(
    'long',
    400,
    openAi(
      "Invalid 'messages[1].content': string too long. Expected a string with maximum length 1048576, but got a string with length 1200000 instead.",
      bad,
      'string_above_max_length',
    ),
  ),
  row(
    'long',
    429,
    openAi(
      'Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Requested 40213. The input or output tokens must be reduced in order to run successfully.',
      'tokens',
      'rate_limit_exceeded',
    ),
  ),
  row(
    'long',
    413,
    openAi(
      'Request too large for model `llama-3.1-8b-instant` in organization `org_x` service tier `on_demand` on tokens per minute (TPM): Limit 6000, Requested 9021',
      'tokens',
      'rate_limit_exceeded',
    ),
  ),
  row('long', 400, [
    {
      error: {
        code: 400,
        message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
        status: 'INVALID_ARGUMENT',
      },
    },
  ]),
  row('long', 400, {
    error: {
      message:
        'This endpoint\'s maximum context length is 32768 tokens. However, you requested about 41000 tokens. Please reduce the length of either one, or use the "middle-out" transform.',
      code: 400,
    },
  }),
  row('long', 422, {
    error: {
      message:
        'Input validation error: inputs tokens + max_new_tokens must be <= 4096. Given: 9021 inputs tokens. The input is too long.',
      type: 'validation',
    },
  }),
  row('long', 400, anthropic(bad, 'prompt is too long: 215344 tokens > 200000 maximum'), 'anthropic'),
  row(
    'long',
    400,
    anthropic(
      bad,
      'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
    ),
    'anthropic',
  ),
  row('long', 413, anthropic('request_too_large', 'Request exceeds the maximum size'), 'anthropic'),
  row('long', 400, { message: 'Input is too long for requested model.' }, 'bedrock'),
  row(
    'long',
    400,
    { message: 'The model returned the following errors: prompt is too long: 215344 tokens > 200000 maximum' },
    'bedrock',
  ),

  row(
    'declined',
    400,
    {
      error: {
        message:
          "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
        type: null,
        param: 'prompt',
        code: 'content_filter',
        status: 400,
        innererror: {
          code: 'ResponsibleAIPolicyViolation',
          content_filter_result: { self_harm: { filtered: true, severity: 'medium' } },
        },
      },
    },
    'azure',
  ),
  row(
    'declined',
    400,
    openAi(
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      null,
      'content_filter',
    ),
  ),
  row('declined', 403, {
    error: {
      message:
        'Your chosen model requires moderation and your input was flagged for "self-harm". No credits were charged.',
      code: 403,
      metadata: { reasons: ['self-harm'] },
    },
  }),
  row(
    'declined',
    400,
    openAi(
      'Invalid prompt: your prompt was rejected because it violates our content policy.',
      bad,
      'content_policy_violation',
    ),
  ),
  row(
    'declined',
    400,
    openAi('Input data may contain inappropriate content.', 'data_inspection_failed', 'data_inspection_failed'),
  ),
  row('declined', 400, anthropic(bad, 'Output blocked by content filtering policy'), 'anthropic'),

  row(
    'credit',
    429,
    openAi(
      'You exceeded your current quota, please check your plan and billing details.',
      'insufficient_quota',
      'insufficient_quota',
    ),
  ),
  row(
    'credit',
    429,
    openAi(
      'Your account is not active, please check your billing details on our website.',
      'billing_not_active',
      'billing_not_active',
    ),
  ),
  row('credit', 400, openAi('Billing hard limit has been reached', bad, 'billing_hard_limit_reached')),
  row('credit', 402, { error: { message: 'Insufficient Balance', type: 'unknown_error', param: null, code: bad } }),
  row('credit', 402, {
    error: {
      message:
        'This request requires more credits, or fewer max_tokens. You requested up to 8000 tokens, but can only afford 2000.',
      code: 402,
    },
  }),
  row('credit', 402, {
    error: { message: 'Insufficient credits. Add more using https://openrouter.ai/credits', code: 402 },
  }),
  row(
    'credit',
    429,
    openAi(
      'Your account is suspended due to insufficient balance, please recharge your account.',
      'exceeded_current_quota_error',
    ),
  ),
  row(
    'credit',
    400,
    anthropic(
      bad,
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    ),
    'anthropic',
  ),

  row(
    'key',
    401,
    openAi(
      'Incorrect API key provided: sk-x. You can find your API key at https://platform.openai.com/account/api-keys.',
      bad,
      'invalid_api_key',
    ),
  ),
  row('key', 400, [
    {
      error: {
        code: 400,
        message: 'API key not valid. Please pass a valid API key.',
        status: 'INVALID_ARGUMENT',
        details: [{ reason: 'API_KEY_INVALID' }],
      },
    },
  ]),
  row('key', 401, anthropic('authentication_error', 'invalid x-api-key'), 'anthropic'),
  row('key', 403, { message: 'You don’t have access to the model with the specified model ID.' }, 'bedrock'),
  row(
    'key',
    401,
    { error: { code: '401', message: 'Access denied due to invalid subscription key or wrong API endpoint.' } },
    'azure',
  ),

  row(
    'model',
    404,
    openAi('The model `gpt-9` does not exist or you do not have access to it.', bad, 'model_not_found'),
  ),
  row('model', 400, { error: { message: 'clinic/none is not a valid model ID', code: 400 } }),
  row('model', 400, { message: 'The provided model identifier is invalid.' }, 'bedrock'),
  row('model', 404, anthropic('not_found_error', 'model: claude-9'), 'anthropic'),
  row('model', 404, { error: 'model "none" not found, try pulling it first' }, 'ollama'),

  row(
    'busy',
    429,
    openAi(
      'Rate limit reached for gpt-4o in organization org-x on requests per min (RPM): Limit 3, Used 3, Requested 1.',
      'requests',
      'rate_limit_exceeded',
    ),
  ),
  row('busy', 429, [
    {
      error: {
        code: 429,
        message: 'You exceeded your current quota, please check your plan and billing details. Please retry in 0.01s.',
        status: 'RESOURCE_EXHAUSTED',
      },
    },
  ]),
  row(
    'busy',
    429,
    anthropic(
      'rate_limit_error',
      'This request would exceed your organization’s rate limit of 40,000 input tokens per minute.',
    ),
    'anthropic',
  ),
  row('busy', 429, { message: 'Too many tokens, please wait before trying again.' }, 'bedrock'),
  row('down', 529, anthropic('overloaded_error', 'Overloaded'), 'anthropic'),
  row('down', 500, { error: 'model requires more system memory (5.6 GiB) than is available (3.1 GiB)' }, 'ollama'),
  row('down', 503, openAi('The server is currently overloaded with other requests. Sorry about that!', 'server_error')),

  row('busy', 200, { error: { code: 429, message: 'Rate limit exceeded: free-models-per-min', metadata: {} } }),
  row('down', 200, {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    error: { code: 502, message: 'Provider disconnected' },
    choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
  }),
  row('down', 200, openAi('The server had an error while processing your request.', 'server_error')),
  row('credit', 200, openAi('You exceeded your current quota.', 'insufficient_quota', 'insufficient_quota')),
  row('long', 200, openAi("This model's maximum context length is 4096 tokens.", 'BadRequestError', 400)),
  row('down', 200, anthropic('overloaded_error', 'Overloaded'), 'anthropic'),
  row('down', 200, { error: 'an error was encountered while running the model: CUDA error' }, 'ollama'),
]
