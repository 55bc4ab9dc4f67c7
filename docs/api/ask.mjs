// node docs/api/ask.mjs "How far from EGTF to LFMD" [session]: asks FlyFun and shows the answer as it is made.
const [question, session = crypto.randomUUID()] = process.argv.slice(2);
const address = `${process.env.FLYFUN_ADDRESS ?? "http://127.0.0.1:8080"}/api/aviation-agent/v1/chat/stream`;
const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
if (process.env.FLYFUN_API_TOKEN) headers.authorization = `Bearer ${process.env.FLYFUN_API_TOKEN}`;
const body = JSON.stringify({ messages: [{ role: "user", content: question }], session_id: session });
const reply = await fetch(address, { method: "POST", headers, body });
if (!reply.ok) throw new Error((await reply.json()).error.message);
let rest = "";
for await (const piece of reply.body.pipeThrough(new TextDecoderStream())) {
  const steps = (rest + piece).split("\n\n");
  rest = steps.pop();
  for (const step of steps.filter((one) => one.startsWith("event: message\n")))
    process.stdout.write(JSON.parse(step.split("\ndata: ")[1]).delta);
}
