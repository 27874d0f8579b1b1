# The operation of operations.std on FastAPI.
import sys
from typing import Annotated

import uvicorn
from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel, Field


class Note(BaseModel):
    text: str = Field(min_length=1, max_length=200)
    tags: list[str] = Field(max_length=10)


app = FastAPI()


@app.put("/notes/{id}")
async def edit(
    id: int, note: Note, x_tenant: Annotated[str, Header()], notify: bool | None = None
) -> Note:
    if id == 0:
        raise HTTPException(status_code=404, detail="no note 0")
    return note


uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="error", access_log=False)
